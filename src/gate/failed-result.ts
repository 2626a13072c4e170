import { CapstanError } from "../base/errors.ts";
import { isRaw, meaningOf } from "../base/plain-failure.ts";
import type { ExecutionResult } from "./executor.ts";

const MAX_MESSAGE = 2_000;
const MAX_LOG = 4_000;
/** Another server has been asked by the time these are thrown. */
const ASKED: ReadonlySet<string> = new Set(["WEB_FAILED", "WEB_TIMED_OUT"]);
/** What the language itself throws: it tells of the code, and never of what a person asked for. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError, URIError];
/** A file of this machine. Who calls may be far away from it. */
const HOST_PATH =
  /(?:^|[\s"'`(=:])(?:file:\/\/)?(?:\/(?:bin|dev|etc|home|lib|mnt|nix|opt|private|proc|root|run|srv|tmp|Users|usr|var)\/|[A-Za-z]:\\)|\bnode_modules\b/;

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
  const message = meaningOf(text)?.message ?? "Something went wrong in the tool's own code.";
  const raw = error instanceof Error ? (error.stack ?? text) : text;
  return { state: "failed", error: { message }, log: raw.slice(0, MAX_LOG) };
}

function isForAuthor(error: unknown, text: string): boolean {
  if (isRaw(text) || HOST_PATH.test(text)) return true;
  if (!(error instanceof Error)) return false;
  // A failure of the system's names its call.
  return "syscall" in error || MISTAKES.some((mistake) => error instanceof mistake);
}
