import type { JsonValue } from "../json.ts";
import { createKnownValues, type Registration } from "./redactor-known.ts";
import { hideRanges, type Range, REDACTED } from "./redactor-ranges.ts";
import { createRedactionStream, type RedactionStream } from "./redactor-stream.ts";
import { type Rewriter, rewrite } from "./redactor-walk.ts";
import { createWordStream } from "./redactor-words.ts";
import { findPatterns, isSecretKey, isTelling, PATTERN_REACH } from "./secret-patterns.ts";

export type Redactor = {
  /** "registered", or why not: a value shorter than 6 characters or a common word would redact ordinary text (A109). */
  register(name: string, value: string): Registration;
  forget(name: string): void;
  /** Known secret values only. Returns the very same value when there is nothing to hide. */
  hideKnown<T extends JsonValue>(value: T): T;
  /** Known values, then patterns (S43), then key names. Same identity rule. */
  redact<T extends JsonValue>(value: T): T;
  /** The same over text that comes in chunks: a secret split over a border is still found. */
  stream(mode: "known" | "all"): RedactionStream;
  /**
   * Known values over what is shown while it is written: each word as soon as it has ended. What
   * hides by line breaks of its own (a wrapped encoding) is found in what is stored, not here.
   */
  words(): RedactionStream;
};

type Mode = {
  find(text: string): readonly Range[];
  reach(): number;
};

/** Longer texts are read in pieces, so that the memory for one does not grow with it. */
const LARGE_TEXT = 1 << 18;
const PIECE = 1 << 16;
/** Hiding may bring a pattern together that was none before; more than once only by design. */
const MAX_PASSES = 4;

export function createRedactor(): Redactor {
  const known = createKnownValues();
  const modes = {
    known: { find: known.find, reach: known.reach },
    all: {
      find: (text) => both(known.find(text), findPatterns(text)),
      reach: () => Math.max(known.reach(), PATTERN_REACH),
    },
  } satisfies Record<string, Mode>;

  /** A secret of digits is one as a number, too. */
  const hideNumber = (value: number) => {
    const text = String(value);
    return known.find(text).some(({ start, end }) => end - start === text.length)
      ? REDACTED
      : value;
  };
  const hider: Rewriter = {
    text: (text) => hideText(text, modes.known),
    number: hideNumber,
    key: (key) => hideText(key, modes.known),
    member: () => undefined,
    tooDeep: () => REDACTED,
  };
  const redacter: Rewriter = {
    text: (text) => hideText(text, modes.all),
    number: hideNumber,
    key: (key) => hideText(key, modes.all),
    member: (key, value) => (isSecretKey(key) && isTelling(value) ? REDACTED : undefined),
    tooDeep: () => REDACTED,
  };

  return {
    register: known.register,
    forget: known.forget,
    hideKnown: <T extends JsonValue>(value: T) =>
      known.isEmpty() ? value : (rewrite(value, hider) as T),
    redact: <T extends JsonValue>(value: T) => rewrite(value, redacter) as T,
    stream: (mode) => createRedactionStream(modes[mode]),
    words: () => createWordStream(known.areWords, modes.known),
  };
}

function both(a: readonly Range[], b: readonly Range[]): readonly Range[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}

function hideText(text: string, mode: Mode): string {
  if (text.length > LARGE_TEXT) return hideInPieces(text, mode);
  let before = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const ranges = mode.find(before);
    if (ranges.length === 0) return before;
    const after = hideRanges(before, ranges);
    if (after === before) return before;
    before = after;
  }
  return before;
}

function hideInPieces(text: string, mode: Mode): string {
  const stream = createRedactionStream(mode);
  let hidden = "";
  for (let at = 0; at < text.length; at += PIECE) hidden += stream.push(text.slice(at, at + PIECE));
  hidden += stream.end();
  return hidden === text ? text : hidden;
}
