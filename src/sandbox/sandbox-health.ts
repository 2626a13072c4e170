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

export interface SandboxHealth {
  state(): Promise<SandboxState>;
  /** Looks again, and tries in a real box what must not succeed; nothing where there is no box. */
  check(): Promise<SandboxState & { readonly canaries: readonly Canary[] }>;
}
