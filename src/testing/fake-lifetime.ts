import type { ProcessEnd, ProcessSpec } from "../sandbox/sandbox.ts";

type Death = Omit<ProcessEnd, "truncated">;

/** Whether a fake process is there, and what ends it: itself, its limits or its caller. */
export interface FakeLifetime {
  readonly gone: AbortSignal;
  readonly death: Promise<Death>;
  /** The process did something that can be heard outside. Throws when it is gone. */
  heard(): void;
  exit(code: number): void;
  kill(signal: NodeJS.Signals): void;
}

export function createFakeLifetime({ limits, signal }: ProcessSpec): FakeLifetime {
  const gone = new AbortController();
  const death = Promise.withResolvers<Death>();
  let idle: NodeJS.Timeout | undefined;

  function die(how: Death): void {
    if (gone.signal.aborted) return;
    clearTimeout(wall);
    clearTimeout(idle);
    signal.removeEventListener("abort", cancel);
    gone.abort(new Error("The process is gone."));
    death.resolve(how);
  }
  const kill = (by: NodeJS.Signals) => die({ exitCode: null, signal: by, timedOut: false });
  const expire = () => die({ exitCode: null, signal: "SIGKILL", timedOut: true });
  const cancel = () => kill("SIGKILL");

  const wall = limits.wallMs === null ? undefined : setTimeout(expire, limits.wallMs);
  signal.addEventListener("abort", cancel);
  function heard(): void {
    gone.signal.throwIfAborted();
    clearTimeout(idle);
    if (limits.idleMs !== null) idle = setTimeout(expire, limits.idleMs);
  }
  heard();

  return {
    gone: gone.signal,
    death: death.promise,
    heard,
    exit: (exitCode) => die({ exitCode, signal: null, timedOut: false }),
    kill,
  };
}
