import { after } from "../../base/deadlines.ts";
import type { ProcessSpec, Sandbox, SandboxProcess } from "../../sandbox/sandbox.ts";

/** A process that serves one call, and how to end it. */
export type Held = { readonly process: SandboxProcess; kill(): void };

/** What a process is started with, and what is to be put away when it has ended. */
export type Opened = { readonly spec: Omit<ProcessSpec, "signal">; close(): Promise<void> };

export interface WarmProcesses {
  /** One that was started ahead, if there is one, otherwise a new one. It is the caller's alone. */
  take(sandbox: Sandbox, key: string, open: () => Promise<Opened>): Promise<Held>;
  /** A new one, for a call that needs one of its own. */
  start(sandbox: Sandbox, open: () => Promise<Opened>): Promise<Held>;
  /** It has answered. Its end may be waited for, or not: `close` does. */
  end(held: Held): void;
  /** A call is over and another may come: a process is started for it, as soon as this one is told. */
  prepare(sandbox: Sandbox, key: string, open: () => Promise<Opened>): void;
  close(): Promise<void>;
}

type Waiting = Held & { readonly sandbox: Sandbox; readonly callOff: () => void };

/** Starting a process takes as long as all else that is left of a call: that comes first. */
const AFTER_MS = 30;

/**
 * Processes that have started and wait for their call. Each serves one call and no other, and each
 * is for one key, which stands for everything that it was given: what is in a box is never seen by
 * another call.
 */
export function createWarmProcesses(limits: {
  /** How many wait at once; the one that has waited longest makes room. */
  readonly most: number;
  readonly maxAgeMs: number;
}): WarmProcesses {
  const waiting = new Map<string, Waiting>();
  const starting = new Set<string>();
  const ending = new Set<Promise<unknown>>();
  let isClosed = false;

  function forget(key: string, one: Waiting): void {
    if (waiting.get(key) === one) waiting.delete(key);
    one.callOff();
  }

  async function startAhead(sandbox: Sandbox, key: string, opening: Promise<Opened>) {
    const held = await start(sandbox, await opening);
    if (isClosed) return held.kill();
    const [oldest] = waiting;
    if (oldest && waiting.size >= limits.most) {
      forget(...oldest);
      oldest[1].kill();
    }
    const callOff = after(limits.maxAgeMs, () => {
      forget(key, one);
      one.kill();
    });
    const one: Waiting = { ...held, sandbox, callOff };
    waiting.set(key, one);
    one.process.end.then(() => forget(key, one));
  }

  return {
    start: async (sandbox, open) => start(sandbox, await open()),
    async take(sandbox, key, open) {
      const ready = waiting.get(key);
      if (ready) {
        forget(key, ready);
        if (ready.sandbox === sandbox) return ready;
        ready.kill();
      }
      return start(sandbox, await open());
    },
    prepare(sandbox, key, open) {
      if (isClosed || waiting.has(key) || starting.has(key) || limits.most === 0) return;
      starting.add(key);
      after(AFTER_MS, () => {
        if (isClosed) return;
        startAhead(sandbox, key, open())
          // Whoever needs one starts it again, and is told why it cannot be.
          .catch(() => {})
          .finally(() => starting.delete(key));
      });
    },
    end({ process, kill }) {
      kill();
      const gone = process.end.catch(() => {}).finally(() => ending.delete(gone));
      ending.add(gone);
    },
    async close() {
      isClosed = true;
      const all = [...waiting];
      for (const [key, one] of all) {
        forget(key, one);
        one.kill();
      }
      await Promise.all([...ending, ...all.map(([, { process }]) => process.end)]);
    },
  };
}

async function start(sandbox: Sandbox, { spec, close }: Opened): Promise<Held> {
  const stop = new AbortController();
  try {
    const process = await sandbox.spawn({ ...spec, signal: stop.signal });
    const end = process.end.finally(close);
    return { process: { ...process, end }, kill: () => stop.abort() };
  } catch (error) {
    await close();
    throw error;
  }
}
