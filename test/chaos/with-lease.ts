import type { AssembleOptions } from "../../src/app/assemble-options.ts";
import type { SharedParts } from "../../src/app/open-backend.ts";
import { openLink } from "../../src/stores/queue/postgres/link.ts";
import { createPostgresQueue } from "../../src/stores/queue/postgres/postgres-queue.ts";

type Wanted = {
  /** 0 for the one that everybody has. */
  readonly leaseMs: number;
  /** Takes no work itself, so that others have to. */
  readonly isIdle: boolean;
};

/** What a process shares, with another lease than usual or without taking work. */
export function withLease(
  { shared, store, report = () => {} }: AssembleOptions,
  { leaseMs, isIdle }: Wanted,
): SharedParts {
  if (!shared) throw new Error("Nothing is shared: there is no lease.");
  const link = leaseMs > 0 ? openLink(process.env.DATABASE_URL ?? "", { report }) : undefined;
  const queue = link
    ? createPostgresQueue(link, {
        leaseMs,
        sweepMs: leaseMs / 2,
        unfinished: () => store.sessions.listUnfinished(),
        report,
      })
    : shared.queue;
  return {
    ...shared,
    queue: {
      push: (sessionId, isLeftBehind) => queue.push(sessionId, isLeftBehind),
      start: (work) => (isIdle ? undefined : queue.start(work)),
      stop: () => queue.stop(),
      get busy() {
        return queue.busy;
      },
      get depth() {
        return queue.depth;
      },
    },
    async stop() {
      await link?.close();
      await shared.stop();
    },
  };
}
