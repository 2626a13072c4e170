/** For the log: with its cause, and where it came from. */
export function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return cause ? `${stack}\nCaused by: ${cause.stack}` : stack;
}
