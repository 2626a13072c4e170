import { CapstanError } from "../../../base/errors.ts";

/** A package cannot be had, and why. */
export function packageError(message: string, cause?: unknown): CapstanError {
  return new CapstanError("DEPENDENCY_MISSING", message, { cause });
}
