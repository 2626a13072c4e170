import { CapstanError } from "../../base/errors.ts";

/** A folder that cannot be taken in as a pack, and what to change (P42). */
export function packInvalid(problem: string, details: Record<string, unknown> = {}): CapstanError {
  return new CapstanError("PACK_INVALID", problem, { details });
}
