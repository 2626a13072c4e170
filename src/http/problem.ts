import { STATUS_CODES } from "node:http";
import { CapstanError } from "../base/errors.ts";

/** RFC 9457. An error that is not ours says nothing about itself: its text may hold anything. */
export function problemResponse(error: unknown): Response {
  const body = problemBody(error);
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      "content-type": "application/problem+json",
      ...(body.status === 401 && { "www-authenticate": "Bearer" }),
      ...(body.status === 429 && { "retry-after": retryAfter(body.details) }),
    },
  });
}

export function problemBody(error: unknown) {
  const known =
    error instanceof CapstanError
      ? error
      : new CapstanError("INTERNAL", "Something went wrong inside Capstan. The log says what.");
  const { code, message, retryable, details, status } = known;
  return {
    type: "about:blank",
    title: STATUS_CODES[status],
    status,
    code,
    detail: message,
    message,
    retryable,
    ...(details && { details }),
  };
}

const RETRY_AFTER_S = 2;

function retryAfter(details: Record<string, unknown> | undefined): string {
  const seconds = details?.retry_after_s;
  return String(typeof seconds === "number" ? seconds : RETRY_AFTER_S);
}
