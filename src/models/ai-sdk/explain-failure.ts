import { APICallError } from "@ai-sdk/provider";
import { CapstanError } from "../../base/errors.ts";
import { createRedactor } from "../../base/redaction/redactor.ts";
import type { ModelCheck } from "../model.ts";

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
  const said = saidBy(error, secrets);
  const { reason } = failureOf(error);
  return new CapstanError("MODEL_FAILED", `${name} did not answer: ${sentence(reason, said)}`, {
    // Not the error itself: the log would show the key.
    cause: new Error(said),
  });
}

/** The same for who only asked whether it would answer. */
export function failedCheck(error: unknown, secrets: readonly string[] = []): ModelCheck {
  const { state, reason } = failureOf(error);
  return { state, message: sentence(reason, saidBy(error, secrets)) };
}

function failureOf(error: unknown): { state: ModelCheck["state"]; reason: string } {
  if (!APICallError.isInstance(error)) return { state: "failed", reason: "" };
  const { statusCode } = error;
  if (statusCode === 401 || statusCode === 403)
    return { state: "key_refused", reason: `the key was refused (${statusCode}).` };
  if (statusCode === 404)
    return {
      state: "model_unknown",
      reason: "there is no such model, or no such address (404).",
    };
  if (statusCode === 429)
    return { state: "rate_limited", reason: "too many requests or no credit left (429)." };
  return statusCode === undefined
    ? { state: "unreachable", reason: "it cannot be reached." }
    : { state: "failed", reason: `${statusCode}.` };
}

function sentence(reason: string, said: string): string {
  return [reason, said].filter((part) => part !== "").join(" ");
}

/** Some providers repeat the key that they refuse; some addresses hold one. */
function saidBy(error: unknown, secrets: readonly string[]): string {
  const text = error instanceof Error ? error.message : String(error);
  const redactor = createRedactor();
  for (const [index, secret] of secrets.entries()) redactor.register(`key ${index}`, secret);
  return redactor.redact(text.slice(0, READ)).slice(0, TOLD);
}
