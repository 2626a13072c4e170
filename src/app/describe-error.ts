import { CapstanError } from "../base/errors.ts";

/** For the log: with its cause, and where it came from. */
export function describeError(error: unknown): string {
  // A provider's fault: its words say all, and where we noticed says nothing.
  if (error instanceof CapstanError && error.code === "MODEL_FAILED")
    return `${error.message} [${error.code}]`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return cause ? `${stack}\nCaused by: ${cause.stack}` : stack;
}
