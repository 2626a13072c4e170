import { digest } from "../../base/digest.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Run } from "../run.ts";

/** Where a run stood that a call is the next turn of; empty where it is not stored yet. */
export function momentOf(run: Run | null): string {
  if (!run || run.contextId === null) return "";
  return `${run.contextId}@${run.version ?? 0}`;
}

/** A turn that asks a person is over with its question. The answer counts for the run as that turn leaves it. */
export function questionDigest({ version }: Run): string {
  return digestOf((version ?? 0) + 1);
}

/** The same as it is when the next turn begins: another one if the run has moved on. */
export function answerDigest({ version }: Run): string {
  return digestOf(version ?? 0);
}

/** Whether a person said yes to what the turn before asked, and the run has not moved since. */
export function isConfirmed(approval: Approval | null, run: Run): boolean {
  return approval !== null && approval.binding.preview === answerDigest(run);
}

function digestOf(version: number): string {
  return digest({ context_version: version });
}
