import type { JsonValue } from "../../base/json.ts";
import { convertValue } from "./convert-value.ts";
import type { Field } from "./field.ts";
import type { Example, ExampleToken, KnownTool } from "./known-tool.ts";
import { isLoose, type Match, matchOf } from "./match-words.ts";
import type { Placed, Reading, Token } from "./reading.ts";
import type { ValueKind } from "./recognise/value.ts";
import { choicesIn, listIn, textIn, wordsIn } from "./spans.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** A value of the request in a field of a tool. */
export type Filled = {
  readonly field: Field;
  readonly value: JsonValue;
  readonly from: number;
  readonly to: number;
  /** Words that only their place makes a value: no recogniser knows them, and no marks hold them. */
  readonly isFree?: boolean;
  /** Several values, a call for each. */
  readonly each?: readonly string[];
};

export type Alignment = {
  readonly score: number;
  readonly filled: readonly Filled[];
  /** The tokens that are words of the example. */
  readonly matched: ReadonlySet<number>;
  /** The request has every word of the example, in the same form. */
  readonly isWhole: boolean;
};

type State = {
  readonly score: number;
  readonly step?: Step | undefined;
  readonly next?: State | undefined;
};
type Step =
  | { readonly kind: "match"; readonly at: number; readonly match: Match }
  | { readonly kind: "fill"; readonly filled: Filled }
  | { readonly kind: "miss" | "skip"; readonly wanted: number };

const WORTH = { word: 2, stop: 0.5, value: 2.2, quoted: 1.8, named: 1.5, words: 1, text: 1.2 };
const COST = { word: 1, stop: 0.3, missed: 1.2, required: 0.8, optional: 0.1 };

const FIRST = 0.001;

/**
 * The best way to lay a request along an example: its words match in their order, each slot takes a
 * value of its field's kind, and whatever is left over on either side costs.
 */
export function align(
  { tokens, values, text }: Reading,
  { fields, matches, isEffectful, words }: KnownTool,
  { tokens: example, isOwn }: Example,
): Alignment {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const width = tokens.length + 1;
  const states: (State | undefined)[] = [];

  // Example tokens from the last to the first: each state builds on those behind it.
  for (let j = example.length; j >= 0; j--) {
    for (let i = tokens.length; i >= 0; i--) {
      states[j * width + i] = best(i, j);
    }
  }
  return told(states[0] ?? { score: 0 }, example, isEffectful);

  function stateAt(i: number, j: number): State {
    return states[j * width + i] ?? { score: Number.NEGATIVE_INFINITY };
  }

  function best(i: number, j: number): State {
    if (i === tokens.length && j === example.length) return { score: 0 };
    let found: State = { score: Number.NEGATIVE_INFINITY };
    const offer = (score: number, next: State, step?: Step) => {
      if (score + next.score > found.score) found = { score: score + next.score, step, next };
    };
    const token = tokens[i];
    if (token) offer(-costOf(token), stateAt(i + 1, j));
    const wanted = example[j];
    if (!wanted) return found;
    if ("stem" in wanted) {
      const isStop = STOP_WORDS.has(wanted.stem);
      offer(-(isStop ? COST.stop : COST.missed), stateAt(i, j + 1), {
        kind: "miss",
        wanted: j,
      });
      const match = token ? matchOf(token, wanted.stem) : undefined;
      if (token && match) {
        const worth = (isStop ? WORTH.stop : WORTH.word) * (isLoose(match) ? 0.6 : 1);
        offer(worth, stateAt(i + 1, j + 1), { kind: "match", at: i, match });
      }
      return found;
    }
    const field = byName.get(wanted.slot);
    // A value goes to the first slot that takes it: "rename /a.txt" says what, and not to what.
    for (const [worth, filled] of field && token ? fillings(field, i, j) : []) {
      const first = FIRST * (example.length - j);
      offer(worth + first, stateAt(filled.to, j + 1), { kind: "fill", filled });
    }
    offer(-(field?.required ? COST.required : COST.optional), stateAt(i, j + 1), {
      kind: "skip",
      wanted: j,
    });
    return found;
  }

  /** Words that no recogniser knows are a value only behind the word that the example has there. */
  function isAnnounced(i: number, before: ExampleToken | undefined): boolean {
    if (!before) return i === 0;
    if ("slot" in before || !isOwn) return false;
    const last = tokens.slice(0, i).findLast(({ isHarmless }) => !isHarmless);
    const isColon = last?.plain === ":";
    const match = last && matchOf(last, before.stem);
    return isColon || match === "same" || (match !== undefined && !isEffectful);
  }

  function fillings(field: Field, i: number, j: number): (readonly [number, Filled])[] {
    const all: (readonly [number, Filled])[] = [];
    for (const value of values) {
      if (value.from !== i) continue;
      const made = convertValue(field, value, matches);
      if (made === undefined) continue;
      all.push([worthOf(value), { field, value: made, ...spanOf(value) }]);
    }
    for (const found of choicesIn(field, i, tokens)) {
      all.push([WORTH.value, { field, ...found }]);
    }
    const taken = takenBeside(field, fields);
    const loose = { text, tokens, values, from: i, behind: example[j + 1], taken, words };
    if (!isAnnounced(i, example[j - 1])) return all;
    for (const found of listIn(field, loose)) all.push([WORTH.text, { field, ...found }]);
    for (const found of textIn(field, loose)) {
      // An article belongs to the text.
      all.push([WORTH.text + 0.01 * (found.to - found.from), { field, ...found, isFree: true }]);
    }
    for (const found of wordsIn(field, loose, matches)) {
      all.push([WORTH.words, { field, ...found, isFree: true }]);
    }
    return all;
  }
}

/** The kinds that other fields take and that no text of this one swallows. */
export function takenBeside(field: Field, fields: readonly Field[]): ReadonlySet<ValueKind> {
  return new Set(fields.flatMap((it) => (it !== field && it.strict ? [...it.kinds] : [])));
}

export function spanOf({ from, to, each }: Placed): Pick<Filled, "from" | "to" | "each"> {
  return { from, to, ...(each && { each }) };
}

export function costOf({ isHarmless, stem }: Token): number {
  if (isHarmless) return 0;
  return STOP_WORDS.has(stem) ? COST.stop : COST.word;
}

function worthOf({ kind, from, to }: Placed): number {
  const more = 0.3 * (to - from - 1);
  if (kind === "quoted") return WORTH.quoted;
  if (kind === "name" || kind === "code") return WORTH.named + more;
  return WORTH.value + more;
}

/** Words without which an example says the same. */
const SPARE = new Set(["is", "are", "it", "me", "there"]);

function told(first: State, example: readonly ExampleToken[], isEffectful: boolean): Alignment {
  const filled: Filled[] = [];
  const matched = new Set<number>();
  const missed = new Set<number>();
  const skipped = new Set<number>();
  let isLooseMatch = false;
  for (let state: State | undefined = first; state; state = state.next) {
    const { step } = state;
    if (step?.kind === "fill") filled.push(step.filled);
    // "append" is near to "put", and does something else: whoever chooses sees it.
    if (step?.kind === "match" && !(isEffectful && isLoose(step.match))) matched.add(step.at);
    if (step?.kind === "match") isLooseMatch ||= isLoose(step.match);
    if (step?.kind === "miss") missed.add(step.wanted);
    if (step?.kind === "skip") skipped.add(step.wanted);
  }
  const isSpare = (at: number): boolean => {
    const token = example[at];
    if (!token || !("stem" in token)) return false;
    // "the time in {timezone} as {format}": "as" goes with the value that is left out.
    const isLink = STOP_WORDS.has(token.stem) && skipped.has(at + 1);
    return isLink || SPARE.has(token.stem);
  };
  // "list" is not all of "list {path}".
  const isDropped = [...skipped].every((at) => missed.has(at - 1));
  const isWhole = !isLooseMatch && isDropped && [...missed].every(isSpare);
  return { score: first.score, filled, matched, isWhole };
}
