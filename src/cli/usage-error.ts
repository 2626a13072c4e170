import { CapstanError } from "../base/errors.ts";

/** The command was typed wrongly: exit code 2, and the usage line below the message. */
export function usageError(message: string, usage: string): CapstanError {
  return new CapstanError("REQUEST_INVALID", message, { details: { usage } });
}
