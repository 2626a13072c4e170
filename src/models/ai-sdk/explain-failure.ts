import { APICallError } from "@ai-sdk/provider";
import { CapstanError } from "../../base/errors.ts";
import { createRedactor } from "../../base/redactor.ts";

const LONGEST_WAIT_MS = 30_000;
const TOLD = 300;
const READ = 10_000;

/** Too many requests, a server that fails, a connection that broke: worth another try. */
export function isRetryable(error: unknown): boolean {
  if (APICallError.isInstance(error)) {
    const { statusCode } = error;
    return statusCode === undefined || statusCode === 429 || statusCode >= 500;
  }
  // What the SDK itself complains about, such as a stream that is none, will not change.
  return error instanceof Error && !error.name.startsWith("AI_");
}

/** How long the provider asks to be left alone, if it says so. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!APICallError.isInstance(error)) return undefined;
  const seconds = Number(error.responseHeaders?.["retry-after"]);
  return Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds * 1_000, LONGEST_WAIT_MS)
    : undefined;
}

/** What a person can do about it; never the request, which holds the whole conversation. */
export function explainFailure(
  error: unknown,
  name: string,
  secrets: readonly string[] = [],
): CapstanError {
  const text = error instanceof Error ? error.message : String(error);
  const said = withoutKeys(text.slice(0, READ), secrets).slice(0, TOLD);
  return new CapstanError("MODEL_FAILED", `${name} did not answer: ${reasonOf(error, said)}`, {
    // Not the error itself: the log would show the key.
    cause: new Error(said),
  });
}

/** Some providers repeat the key that they refuse; some addresses hold one. */
function withoutKeys(text: string, secrets: readonly string[]): string {
  const redactor = createRedactor();
  for (const [index, secret] of secrets.entries()) redactor.register(`key ${index}`, secret);
  return redactor.redact(text);
}

function reasonOf(error: unknown, said: string): string {
  if (!APICallError.isInstance(error)) return said;
  const { statusCode } = error;
  if (statusCode === 401 || statusCode === 403)
    return `the key was refused (${statusCode}). ${said}`;
  if (statusCode === 404) return `there is no such model, or no such address (404). ${said}`;
  if (statusCode === 429) return `too many requests or no credit left (429). ${said}`;
  return statusCode === undefined ? `it cannot be reached. ${said}` : `${statusCode}. ${said}`;
}
