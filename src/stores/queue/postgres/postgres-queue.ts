import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Queue, Work } from "../queue.ts";
import type { Link } from "./link.ts";
import { createWorkTable, type Taken } from "./work-table.ts";

export type PostgresQueueOptions = {
  readonly concurrency?: number;
  /** The sessions that have something to do, as the store knows them. */
  readonly unfinished?: () => Promise<readonly string[]>;
  /** What goes wrong is tried again; this only hears of it. */
  readonly report?: (error: unknown) => void;
  /** How long a session stays with a process that no longer says that it lives. */
  readonly leaseMs?: number;
  /** How often it looks for sessions that nobody pushed. */
  readonly sweepMs?: number;
};

const LEASE_MS = 10_000;
const POLL_MS = 500;
const SWEEP_MS = 5_000;

/**
 * The queue that processes share: a row for each session that has work, with a lease for who works
 * on it. A process that was frozen and wakes up may work beside its successor for a moment: the
 * session's version lets only one of them move it.
 */
export function createPostgresQueue(link: Link, options: PostgresQueueOptions = {}): Queue {
  const { concurrency = 32, unfinished, report = () => {} } = options;
  const { leaseMs = LEASE_MS, sweepMs = SWEEP_MS } = options;
  const table = createWorkTable(link, { owner: randomUUID(), leaseMs });
  const pushed = new Set<string>();
  const running = new Set<string>();
  /** Of those, the ones whose work has not ended yet. */
  const working = new Set<string>();
  /** Pushed here while they were being worked on. */
  const again = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  const idle: (() => void)[] = [];
  let work: Work | undefined;
  let round: Promise<void> | undefined;
  /** Something was pushed or given back since the table was last looked at. */
  let isOwed = false;
  let wantsRound = false;
  let retry: NodeJS.Timeout | undefined;

  function wake(): void {
    wantsRound = true;
    round ??= runRounds().finally(() => {
      round = undefined;
      if (wantsRound) wake();
    });
  }

  async function runRounds(): Promise<void> {
    while (wantsRound) {
      // What is pushed in one go is written in one go.
      await setImmediate();
      wantsRound = false;
      try {
        if (await writePushed()) await takeMore();
      } catch (error) {
        report(error);
        clearTimeout(retry);
        retry = setTimeout(wake, POLL_MS).unref();
      }
    }
  }

  /** Returns whether there may be something to take. */
  async function writePushed(): Promise<boolean> {
    const sessions = [...pushed];
    if (sessions.length === 0) return true;
    pushed.clear();
    const room = work ? concurrency - running.size : 0;
    const held = sessions.filter((session) => running.has(session));
    try {
      if (held.length > 0 || sessions.length > room) {
        await table.push(sessions, room <= 0);
        for (const session of held) again.add(session);
        return true;
      }
      // Written and taken in one go: who has room for them need not look for them.
      const taken = await table.pushAndTake(sessions);
      for (const each of taken) await begin(each);
      if (taken.length < sessions.length) return true;
      isOwed = pushed.size > 0 || wantsRound;
      return false;
    } catch (error) {
      for (const session of sessions) pushed.add(session);
      throw error;
    }
  }

  async function takeMore(): Promise<void> {
    const room = concurrency - running.size;
    if (!work || room <= 0) return;
    const taken = await table.take(room, [...running]);
    // A full batch: there may be more in the table.
    if (pushed.size === 0) isOwed = taken.length >= room;
    for (const each of taken) await begin(each);
  }

  async function begin(taken: Taken): Promise<void> {
    if (work) void run(taken, work);
    else await table.release(taken.sessionId);
  }

  async function run(taken: Taken, job: Work): Promise<void> {
    running.add(taken.sessionId);
    working.add(taken.sessionId);
    try {
      await job(taken.sessionId, taken.isTakeover);
    } catch {
      // Work reports its own errors. One that gets out must neither end the process nor leave the
      // session locked.
    }
    working.delete(taken.sessionId);
    try {
      // Told to stop, work may have ended in the middle of a turn: another looks.
      if (!work) await table.release(taken.sessionId);
      else if (await table.finish(taken)) isOwed = true;
    } catch (error) {
      // Its lease runs out, and whoever takes it finds nothing to do.
      report(error);
    }
    const wasFull = running.size >= concurrency;
    running.delete(taken.sessionId);
    if (again.delete(taken.sessionId)) isOwed = true;
    // With room all along, whatever came was taken when it came; what was missed, a poll finds.
    if (isOwed || wasFull) wake();
    if (running.size === 0) for (const resolve of idle.splice(0)) resolve();
  }

  async function renew(): Promise<void> {
    if (working.size === 0) return;
    try {
      const held = await table.renew([...working]);
      const lost = [...working].filter((sessionId) => !held.has(sessionId));
      if (lost.length > 0) await table.hold(lost);
    } catch (error) {
      report(error);
    }
  }

  async function sweep(): Promise<void> {
    try {
      if (!unfinished) return;
      await table.add(await unfinished());
      wake();
    } catch (error) {
      report(error);
    }
  }

  function tick(everyMs: number, what: () => unknown): void {
    timers.push(setInterval(what, everyMs));
  }

  link.listen(table.channel, wake);
  return {
    push(sessionId) {
      pushed.add(sessionId);
      isOwed = true;
      wake();
    },
    start(job) {
      work = job;
      tick(POLL_MS, wake);
      tick(sweepMs, sweep);
      tick(leaseMs / 3, renew);
      wake();
    },
    async stop() {
      work = undefined;
      // What is being taken just now is given back, for others to do.
      await round;
      if (running.size > 0) await new Promise<void>((resolve) => idle.push(resolve));
      clearTimeout(retry);
      for (const timer of timers.splice(0)) clearInterval(timer);
    },
    get depth() {
      return running.size + pushed.size;
    },
    get busy() {
      return running.size > 0 || (work !== undefined && isOwed);
    },
  };
}
