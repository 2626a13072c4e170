import { CapstanError } from "../../base/errors.ts";

/** What one difference may have; over a limit nothing of it is applied. */
export type Limits = {
  readonly changes: number;
  /** Of all files that changed, before and after together. */
  readonly bytes: number;
  /** Folders in folders. */
  readonly depth: number;
  readonly pathBytes: number;
};

export const DEFAULT_LIMITS: Limits = {
  changes: 50_000,
  bytes: 8 * 1024 ** 3,
  depth: 100,
  pathBytes: 3_000,
};

export function tooLarge(what: string): CapstanError {
  return new CapstanError(
    "CHANGES_TOO_LARGE",
    `The program left ${what}, and none of its changes was applied. Let it change less at once.`,
  );
}
