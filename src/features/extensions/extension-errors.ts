import { CapstanError } from "../../base/errors.ts";

/** A folder that cannot be installed as an extension, and what to change. */
export function extensionInvalid(
  problem: string,
  details: Record<string, unknown> = {},
): CapstanError {
  return new CapstanError("EXTENSION_INVALID", problem, { details });
}
