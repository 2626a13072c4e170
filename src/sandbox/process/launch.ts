import type { ChildProcess } from "node:child_process";
import { IPC_DESCRIPTOR, type ProcessEnd } from "../sandbox.ts";

/** How an adapter starts what a spec describes, and how it makes sure that all of it has ended. */
export type Launch = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the command finds on the descriptors from `FIRST_EXTRA_DESCRIPTOR` on. */
  readonly extra: readonly ("written" | Uint8Array)[];
  /** Looks after the process while it runs. `kill` ends it with all that it started. */
  attend(child: ChildProcess, kill: Kill): Attendance;
};

export type Kill = (why?: Pick<ProcessEnd, "exceeded">) => void;

export interface Attendance {
  /** Ends it at once, with all that it started. Called any number of times. */
  kill(): void;
  /** After the command has ended: resolves when nothing that it started is left. */
  gone(): Promise<void>;
  /** What the end of the command says about the end of the process. */
  explain(exitCode: number | null, signal: NodeJS.Signals | null): Partial<ProcessEnd>;
}

export const FIRST_EXTRA_DESCRIPTOR = IPC_DESCRIPTOR + 1;
