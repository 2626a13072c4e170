import { CapstanError } from "../base/errors.ts";
import type { Halt } from "../schema/halt.ts";

/** Whether everything is halted, as this process knows it. What is stored outlives it. */
export interface HaltSwitch {
  current(): Halt | undefined;
  /** Throws HALTED while one stands. */
  check(): void;
  set(halt: Halt): void;
  lift(): void;
  /** Takes over what is stored: another process may have set or lifted it. */
  follow(stored: Halt | undefined): void;
  /** Calls `end` when a halt is set; returns how to stop listening. */
  onHalt(end: () => void): () => void;
}

export function createHaltSwitch(
  stored: Halt | undefined,
  nameOf: (id: string) => string = (id) => id,
): HaltSwitch {
  let halt = stored;
  const running = new Set<() => void>();
  const set = (wanted: Halt) => {
    halt = wanted;
    for (const end of running) end();
  };
  return {
    follow(now) {
      if (now && !halt) set(now);
      else if (!now) halt = undefined;
    },
    current: () => halt,
    check() {
      if (halt) throw halted({ ...halt, by: nameOf(halt.by) });
    },
    set,
    lift() {
      halt = undefined;
    },
    onHalt(end) {
      running.add(end);
      return () => running.delete(end);
    },
  };
}

function halted({ by, reason, since }: Halt): CapstanError {
  const why = reason && ` (${reason})`;
  const message = `${by} stopped everything at ${since}${why}. Nothing starts until an admin resumes.`;
  return new CapstanError("HALTED", message, { details: { by, since } });
}
