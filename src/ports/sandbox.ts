import type { Access } from "../schema/access.ts";

export type SandboxCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly access: Access;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

export type SandboxResult = {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
};

/** Runs a program that can touch what its grants name, and nothing else. */
export interface Sandbox {
  /** What enforces the grants, for audit records and `capstan doctor`. */
  readonly enforcement: "bubblewrap" | "container" | "seatbelt" | "degraded" | "off";
  run(command: SandboxCommand): Promise<SandboxResult>;
}
