import { setTimeout as delay } from "node:timers/promises";
import { type Clock, timestamp } from "../../base/clock.ts";
import { CapstanError, isConflict } from "../../base/errors.ts";
import type { Change, Journal } from "../../stores/journal.ts";

/** While somebody holds it, nobody else changes the session's folder, on any machine. */
export type Lease = {
  /** Gives it back together with something else. */
  readonly release: Change;
  /** From now on it ends by itself, unless it is given back first. */
  stopRenewing(): void;
  /** It was given back in the store: others in this process may go on. */
  released(): void;
  giveBack(): Promise<void>;
};

type Options = {
  readonly journal: Pick<Journal, "commit">;
  readonly clock: Clock;
  /** Where no other process can hold one, one that is found was left by a process that died. */
  readonly isShared: boolean;
  readonly newHolder: () => string;
  readonly times?: LeaseTimes;
};

export type LeaseTimes = {
  /** After so long without a word its holder counts as dead. */
  readonly leaseMs: number;
  /** How long a second writer waits; longer than a lease, so that a dead one is waited out. */
  readonly waitMs: number;
};

const TIMES: LeaseTimes = { leaseMs: 20_000, waitMs: 30_000 };
const LOOK_AGAIN_MS = 100;
const NEVER = "9999-12-31T23:59:59.999Z";

export function createLeases(options: Options) {
  const { journal, clock, isShared, newHolder, times = TIMES } = options;
  const { leaseMs, waitMs } = times;
  /** The last in line of each session, in this process. */
  const lines = new Map<string, Promise<void>>();

  async function tryToTake(sessionId: string, holder: string): Promise<boolean> {
    const now = clock.now();
    try {
      await journal.commit(
        "workspace.take",
        [
          {
            type: "workspace.take",
            sessionId,
            holder,
            now: isShared ? timestamp(now) : NEVER,
            expiresAt: timestamp(now + leaseMs),
          },
        ],
        "later",
      );
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  function renew(sessionId: string, holder: string): Promise<void> {
    const expiresAt = timestamp(clock.now() + leaseMs);
    const change: Change = { type: "workspace.renew", sessionId, holder, expiresAt };
    return journal.commit("workspace.take", [change], "later");
  }

  async function takeInStore(sessionId: string, signal: AbortSignal, until: number) {
    const holder = newHolder();
    while (!(await tryToTake(sessionId, holder))) {
      if (performance.now() > until) throw busy();
      await delay(LOOK_AGAIN_MS, undefined, { signal });
    }
    return holder;
  }

  return {
    async take(sessionId: string, signal: AbortSignal): Promise<Lease> {
      const until = performance.now() + waitMs;
      const before = lines.get(sessionId) ?? Promise.resolve();
      const mine = Promise.withResolvers<void>();
      const line = before.then(() => mine.promise);
      lines.set(sessionId, line);
      line.then(() => {
        if (lines.get(sessionId) === line) lines.delete(sessionId);
      });
      try {
        await inTime(before, signal, waitMs);
        const holder = await takeInStore(sessionId, signal, until);
        const renewing = setInterval(() => {
          renew(sessionId, holder).catch(() => {});
        }, leaseMs / 4).unref();
        // Should nobody give it back, it must not stand in the way of everybody for good.
        let forgetting: NodeJS.Timeout | undefined;
        const stopRenewing = () => {
          clearInterval(renewing);
          forgetting ??= setTimeout(mine.resolve, leaseMs).unref();
        };
        const released = () => {
          stopRenewing();
          clearTimeout(forgetting);
          mine.resolve();
        };
        const release: Change = { type: "workspace.release", sessionId, holder };
        return {
          release,
          stopRenewing,
          released,
          async giveBack() {
            try {
              await journal.commit("workspace.release", [release], "later");
            } finally {
              released();
            }
          },
        };
      } catch (error) {
        mine.resolve();
        throw error;
      }
    },
  };
}

async function inTime(before: Promise<void>, signal: AbortSignal, waitMs: number): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  try {
    await Promise.race([
      before,
      delay(waitMs, undefined, { signal: either }).then(() => {
        throw busy();
      }),
    ]);
  } finally {
    stop.abort();
  }
}

function busy(): CapstanError {
  const message =
    "Another call of this session still works on its files. Nothing was started; try again when it is done.";
  return new CapstanError("WORKSPACE_BUSY", message);
}
