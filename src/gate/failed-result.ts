import { CapstanError } from "../base/errors.ts";
import {
  hasHostPath,
  isRaw,
  meaningOf,
  type PlainFailure,
  plainly,
} from "../base/plain-failure.ts";
import type { ExecutionResult } from "./executor.ts";

const MAX_MESSAGE = 2_000;
const MAX_LOG = 4_000;
/** Another server has been asked by the time these are thrown. */
const ASKED: ReadonlySet<string> = new Set(["WEB_FAILED", "WEB_TIMED_OUT"]);
/** What the language itself throws: it tells of the code, and never of what a person asked for. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError, URIError];
const ITS_CODE_FAILED: PlainFailure = {
  code: "TOOL_FAILED",
  message: "Something went wrong in the tool's own code.",
};

/**
 * What was thrown, as a result. Whoever called reads plain words; what a program wrote for its author,
 * with its stack, is on record and told to nobody else (I34).
 */
export function failedResult(error: unknown): ExecutionResult {
  if (error instanceof CapstanError) {
    // What a tool says in our own words, it says before it has done anything.
    return {
      state: "failed",
      error: { code: error.code, message: error.message },
      ...(!ASKED.has(error.code) && { sideEffects: [] }),
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (!isForAuthor(error, text)) {
    const message = text.slice(0, MAX_MESSAGE) || "The tool failed without saying why.";
    return { state: "failed", error: { message } };
  }
  const { message } = meaningOf(text) ?? ITS_CODE_FAILED;
  const raw = error instanceof Error ? (error.stack ?? text) : text;
  return { state: "failed", error: { message }, log: raw.slice(0, MAX_LOG) };
}

/** Any kind of tool may answer with the text of an exception: the record has it, people do not (I34). */
export function plainResult(result: ExecutionResult): ExecutionResult {
  const { error, log } = result;
  const told = error && plainly(error.message, ITS_CODE_FAILED);
  if (!told) return result;
  const raw = [error.message, log].filter((text) => text !== undefined).join("\n");
  return { ...result, error: { ...error, message: told.message }, log: raw.slice(0, MAX_LOG) };
}

function isForAuthor(error: unknown, text: string): boolean {
  if (isRaw(text) || hasHostPath(text)) return true;
  if (!(error instanceof Error)) return false;
  // A failure of the system's names its call.
  return "syscall" in error || MISTAKES.some((mistake) => error instanceof mistake);
}
