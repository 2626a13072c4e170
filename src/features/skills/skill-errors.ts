import { CapstanError } from "../../base/errors.ts";

/** A folder that cannot be installed as a skill, and what to change. */
export function skillInvalid(problem: string, details: Record<string, unknown> = {}): CapstanError {
  return new CapstanError("SKILL_INVALID", problem, { details });
}
