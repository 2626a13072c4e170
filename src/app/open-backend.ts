import { CapstanError } from "../base/errors.ts";
import type { TellStep } from "../stores/migration-steps.ts";
import type { Deltas } from "../stores/queue/deltas.ts";
import type { Leases } from "../stores/queue/leases.ts";
import type { Queue } from "../stores/queue/queue.ts";
import type { Signals } from "../stores/queue/signals.ts";
import { rememberReads } from "../stores/remember-reads.ts";
import { openSqliteStore } from "../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../stores/store.ts";

/** A store, and what goes with it when other processes share it. */
export type Backend = {
  readonly store: Store;
  /** Left out: nobody shares it, and what this process needs is in its memory. */
  readonly shared?: SharedParts;
};

export type SharedParts = {
  readonly queue: Queue;
  readonly signals: Signals;
  readonly deltas: Deltas;
  readonly leases: Leases;
  /** After the queue has stopped, before the store closes. */
  stop(): Promise<void>;
};

type Options = {
  readonly env: NodeJS.ProcessEnv;
  /** The file of the embedded store. */
  readonly database: string;
  readonly report: (error: unknown) => void;
  /** Told how far a long upgrade of the database has come. */
  readonly tell?: TellStep | undefined;
};

/** SQLite in a file, or PostgreSQL where DATABASE_URL or STATE_STORE_BACKEND says so (S35). */
export async function openBackend({ env, database, report, tell }: Options): Promise<Backend> {
  const url = env.DATABASE_URL;
  const kind = env.STATE_STORE_BACKEND || (url ? "postgres" : "sqlite");
  if (kind === "sqlite") return { store: rememberReads(openSqliteStore(database, tell)) };
  if (kind !== "postgres") {
    const message = `STATE_STORE_BACKEND is "${kind}": use "sqlite" or "postgres".`;
    throw new CapstanError("SETTINGS_INVALID", message);
  }
  if (!url) {
    const message =
      "STATE_STORE_BACKEND is postgres: set DATABASE_URL, such as postgres://user:password@host/name.";
    throw new CapstanError("SETTINGS_INVALID", message);
  }
  return openPostgres(url, report, tell);
}

/** Loaded only where it is used: the driver costs what a tenth of a start takes. */
async function openPostgres(
  url: string,
  report: (error: unknown) => void,
  tell?: TellStep,
): Promise<Backend> {
  const [{ openPostgresStore }, { openLink }, queues, signalling, writing, leasing] =
    await Promise.all([
      import("../stores/postgres/open-postgres-store.ts"),
      import("../stores/queue/postgres/link.ts"),
      import("../stores/queue/postgres/postgres-queue.ts"),
      import("../stores/queue/postgres/postgres-signals.ts"),
      import("../stores/queue/postgres/postgres-deltas.ts"),
      import("../stores/queue/postgres/postgres-leases.ts"),
    ]);
  const store = await openPostgresStore(url, undefined, tell);
  const link = openLink(url, { report });
  const signals = signalling.createPostgresSignals(link, { report });
  const deltas = writing.createPostgresDeltas(link, { report });
  return {
    store,
    shared: {
      signals,
      deltas,
      leases: leasing.createPostgresLeases(link),
      queue: queues.createPostgresQueue(link, {
        unfinished: () => store.sessions.listUnfinished(),
        report,
      }),
      async stop() {
        signals.stop();
        deltas.stop();
        await link.close();
      },
    },
  };
}
