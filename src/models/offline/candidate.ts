import type { JsonValue } from "../../base/json.ts";
import type { Field } from "./field.ts";
import type { KnownTool } from "./known-tool.ts";
import type { KnownTools } from "./known-tools.ts";
import type { Reading } from "./reading.ts";
import type { Recalled } from "./recall.ts";
import { DETERMINERS } from "./stop-words.ts";
import type { Word } from "./words.ts";

/** A piece of the text that may fill a field. */
export type Candidate = {
  readonly field: Field;
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  /** How well the words around it announce the field. */
  readonly fit: number;
  /** Loose words behind nothing but the verb: no ground for an effect. */
  readonly weak?: boolean;
  /** Stands for what the step before brings; `value` is the word that says so, or an expression with it. */
  readonly before?: boolean;
  /** What was before stays, and `value` goes behind it. */
  readonly behind?: boolean;
  /** Several values, each for a call of its own. */
  readonly each?: readonly string[];
  /** A place that was named, and nobody knows where it is. */
  readonly unknown?: string;
};

/** Everything that candidates are found with. */
export type Search = {
  readonly known: KnownTool;
  readonly reading: Reading;
  readonly all: KnownTools;
  /** Whether there is something that "it" can stand for. */
  readonly hasBefore: boolean;
  /** What was really called before in the conversation. */
  readonly recalled: Recalled;
  /** Whether a text matches a pattern of a schema, in linear time. */
  matches(pattern: string, text: string): boolean;
};

const REACH = 4;

/** The words before a place, nearest first, and those behind another; without articles. */
export function around(
  { words, values }: Reading,
  start: number,
  end: number,
): { readonly before: Word[]; readonly after: Word[] } {
  const before: Word[] = [];
  const after: Word[] = [];
  const quoted = values.filter(({ kind }) => kind === "quoted");
  // Words on the other side of a quotation are not beside it.
  const from = quoted.reduce((last, it) => (it.end <= start ? Math.max(last, it.end) : last), 0);
  const until = quoted.find((it) => it.start >= end)?.start ?? Number.POSITIVE_INFINITY;
  for (let at = words.length - 1; at >= 0 && before.length < REACH; at--) {
    const word = words[at];
    if (!word || word.end > start || DETERMINERS.has(word.plain)) continue;
    if (word.start < from) break;
    before.push(word);
  }
  for (const word of words) {
    if (after.length === REACH || word.start >= until) break;
    if (word.start >= end && !DETERMINERS.has(word.plain)) after.push(word);
  }
  return { before, after };
}
