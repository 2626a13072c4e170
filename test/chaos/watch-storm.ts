import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** A turn, and how it is ended. */
export type Round = {
  /** How long each call of an answer takes. */
  readonly calls: readonly number[];
  /** From the message to the cancellation. */
  readonly waitMs: number;
  readonly by: "first" | "second";
  /** A commit of this turn, or of one beside it, fails once. */
  readonly fault: {
    readonly kind: "conflict" | "unavailable" | "lost";
    readonly at: "before" | "after";
    /** So many commits come through. */
    readonly after: number;
  } | null;
};

export type Storm = {
  /** A PostgreSQL that two servers share. */
  readonly url?: string;
  /** A file for SQLite. */
  readonly file?: string;
  readonly rounds: readonly Round[];
  readonly atOnce: number;
};

type Said = { readonly type: "beat" } | { readonly type: "done"; states: Map<string, number> };

const LOOK_MS = 100;
/** Processor time that the thread may use between two beats of its event loop. */
const MAX_SILENT_MICROSECONDS = 1_000_000;

/**
 * Runs test/chaos/storm.ts on a thread. Throws when its event loop works for a second without a
 * beat: processor time counts, so that a busy machine is no fault.
 */
export async function watchStorm(storm: Storm): Promise<ReadonlyMap<string, number>> {
  const script = join(import.meta.dirname, "storm.ts");
  const worker = new Worker(script, { workerData: storm, env: {} });
  const done = Promise.withResolvers<ReadonlyMap<string, number>>();
  let beats = 0;
  worker.on("message", (said: Said) => {
    beats += 1;
    if (said.type === "done") done.resolve(said.states);
  });
  worker.on("error", done.reject);
  worker.on("exit", () => done.reject(new Error("The thread ended early.")));
  const ended = new AbortController();
  const silence = watchSilence(worker, () => beats, ended.signal);
  try {
    return await Promise.race([done.promise, silence]);
  } finally {
    ended.abort();
    await worker.terminate();
  }
}

/** Never resolves; rejects when the thread works for too long without a beat. */
async function watchSilence(
  worker: Worker,
  beats: () => number,
  ended: AbortSignal,
): Promise<never> {
  let seen = 0;
  let usedAtBeat = 0;
  while (!ended.aborted) {
    await delay(LOOK_MS);
    // A thread that has not begun, or that has ended, used nothing.
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    const used = user + system;
    if (beats() === 0 || beats() !== seen) usedAtBeat = used;
    else if (used - usedAtBeat > MAX_SILENT_MICROSECONDS) {
      throw new Error("The event loop stands still.");
    }
    seen = beats();
  }
  return new Promise(() => {});
}
