/** What a server answered instead of what was asked for (RFC 9457), or that it did not answer. */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details = {}) {
    super(message);
    this.name = "ProblemError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof ProblemError && error.status === 404;
}
