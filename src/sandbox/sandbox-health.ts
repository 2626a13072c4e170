import type { WhyMissing } from "../base/missing-sandbox.ts";
import type { Enforcement } from "./sandbox.ts";

/** What isolates programs here, and why not more of it does. */
export type SandboxState = {
  readonly enforcement: Enforcement;
  /** Null when programs are isolated. */
  readonly problem: {
    readonly reason: WhyMissing | "off";
    readonly message: string;
    /** What helps, to be copied into a terminal; null where no command does. */
    readonly command: string | null;
  } | null;
};

/** One way out of a box that was tried. */
export type Canary = {
  readonly name: string;
  /** False also where it could not be tried. */
  readonly held: boolean;
  readonly message: string;
};

/** A limit of programs, and what holds them to it on this machine. */
export type Bound = {
  readonly name: "memory" | "memory of all" | "processes" | "processor time";
  readonly heldBy: "control group" | "kernel" | "watch" | "nothing";
  readonly message: string;
};

export type SandboxCheck = SandboxState & {
  readonly bounds: readonly Bound[];
  readonly canaries: readonly Canary[];
};

export interface SandboxHealth {
  state(): Promise<SandboxState>;
  /** Looks again, and tries in a real box what must not succeed; nothing where there is no box. */
  check(): Promise<SandboxCheck>;
}
