import type { JsonObject } from "../../base/json.ts";
import type { OfferOption } from "../../schema/offer.ts";
import type { Tool } from "../../schema/tool.ts";
import { type Alignment, align, costOf, type Filled, spanOf, takenBeside } from "./align.ts";
import { convertValue } from "./convert-value.ts";
import type { Field } from "./field.ts";
import { type Example, type KnownTool, knownTool, missingIn } from "./known-tool.ts";
import { matchOf } from "./match-words.ts";
import type { Placed, Reading } from "./reading.ts";
import { choicesIn, textIn, wordsIn } from "./spans.ts";
import { REFERENCES, STOP_WORDS } from "./stop-words.ts";
import { isValidInput } from "./valid-input.ts";
import type { Word } from "./words.ts";

/** A request laid along one tool. */
export type Fit = {
  readonly known: KnownTool;
  readonly filled: readonly Filled[];
  readonly inputs: JsonObject;
  /** Required fields without a value. */
  readonly missing: OfferOption["missing"];
  /** The tokens that are neither harmless, nor words of the tool, nor part of a value. */
  readonly unplaced: readonly number[];
  /** An example of the tool's author covers every word of the request, with valid inputs. */
  readonly isCovered: boolean;
  /** Words of the request that tell this tool from others. */
  readonly telling: number;
  readonly score: number;
};

/** Directly before a value, it belongs to it. */
const LINKS = new Set(
  "in from to at on for of with by as into than about is inside under".split(" "),
);
/** Kinds that any request may have. */
const LOOSE = new Set(["name", "code", "number", "duration"]);
/** Kinds that name one thing, whatever stands around them. */
const IDENTIFYING = new Set(["place", "zone", "email", "url", "path", "money", "text"]);
const TITLES = new Set("titl name subject label".split(" "));
const SAYS: ReadonlyMap<string, (field: Field) => boolean> = new Map([
  ...["called", "named", "titled", "entitled"].map(
    (word) => [word, ({ nameStems }: Field) => nameStems.some((stem) => TITLES.has(stem))] as const,
  ),
  ...["saying", "says", "containing", "word", "words", "phrase", ":"].map(
    (word) => [word, ({ shape }: Field) => shape === "text"] as const,
  ),
]);

/** The best fit of a request to a tool; undefined where they have nothing in common. */
export function fitTool(reading: Reading, tool: Tool): Fit | undefined {
  const known = knownTool(tool);
  let best: Fit | undefined;
  for (const example of known.examples) {
    if (!hasAny(reading, known, example)) continue;
    const made = fitOf(reading, known, example, align(reading, known, example));
    if (!best || isBetter(made, best)) best = made;
  }
  return best;
}

function isBetter(a: Fit, b: Fit): boolean {
  return a.isCovered === b.isCovered ? a.score > b.score : a.isCovered;
}

/** A word, or a value that only its slot takes. */
function hasAny({ tokens, values }: Reading, { fields }: KnownTool, { tokens: example }: Example) {
  return example.some((wanted) => {
    if ("stem" in wanted) {
      return !STOP_WORDS.has(wanted.stem) && tokens.some((token) => matchOf(token, wanted.stem));
    }
    const field = fields.find(({ name }) => name === wanted.slot);
    if (field?.shape === "choice")
      return tokens.some((_, at) => choicesIn(field, at, tokens).length > 0);
    return values.some(({ kind }) => !LOOSE.has(kind) && field?.kinds.has(kind) === true);
  });
}

function fitOf(
  reading: Reading,
  known: KnownTool,
  example: Example,
  { score, filled: first, matched, isWhole }: Alignment,
): Fit {
  const { tokens } = reading;
  const used = new Set([...matched, ...first.flatMap(tokensOf)]);
  const more = fillRest(reading, known, first, used);
  const filled = [...first, ...more.filled];
  const filledTokens = new Set(filled.flatMap(tokensOf));
  const inputs = Object.fromEntries(filled.map(({ field, value }) => [field.name, value]));
  const missing = missingIn(known.tool, inputs);
  const isPlaced = (at: number) => used.has(at) || more.used.has(at);
  const unplaced = tokens.flatMap(({ isHarmless }, at) => (isHarmless || isPlaced(at) ? [] : [at]));
  const isCovered =
    example.isOwn &&
    (isWhole || first.some((it) => isExpression(it, tokens.length))) &&
    unplaced.length === 0 &&
    missing.length === 0 &&
    isValidInput(known.tool, inputs);
  // "New York weather": in another order than an example has it, a word of the tool tells it too.
  const own = new Set(tokens.flatMap((token, at) => (isWordOf(token, known) ? [at] : [])));
  const apart = unplaced.filter((at) => !known.words.has(tokens[at]?.stem ?? ""));
  const telling = [...own].filter((at) => !filledTokens.has(at)).length;
  const total = score + more.score + (unplaced.length - apart.length) * OWN_WORD;
  return { known, filled, inputs, missing, unplaced: apart, isCovered, telling, score: total };
}

/** A calculation is read from end to end, with the words that ask for it. */
function isExpression({ field, from, to }: Filled, length: number): boolean {
  return field.kinds.has("expression") && from === 0 && to === length;
}

const OWN_WORD = 1.5;

/** A word of the tool's examples or its name, a synonym, or one with a slip. */
export function isWordOf(token: Word, { words }: KnownTool): boolean {
  if (STOP_WORDS.has(token.stem)) return false;
  return words.has(token.stem) || [...words].some((word) => matchOf(token, word) !== undefined);
}

function tokensOf({ from, to }: Pick<Filled, "from" | "to">): number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}

/** Values and announced words that the example has no slot for, in fields of their kind. */
function fillRest(
  reading: Reading,
  known: KnownTool,
  first: readonly Filled[],
  placed: ReadonlySet<number>,
) {
  const { tokens, values } = reading;
  const { fields, cues, matches } = known;
  const used = new Set(placed);
  const filled: Filled[] = [];
  let score = 0;
  const isOpen = ({ name }: Field) => ![...first, ...filled].some((it) => it.field.name === name);
  const inValue = new Set(first.flatMap(tokensOf));
  const isFree = (it: { from: number; to: number }) =>
    tokensOf(it).every((at) => {
      // "save it as {path}": the example says "it" too.
      const isIt = REFERENCES.has(tokens[at]?.plain ?? "") && !inValue.has(at);
      return isIt || !used.has(at);
    });
  const isCue = (field: Field, at: number) =>
    cues.get(field.name)?.has(tokens[at]?.stem ?? "") === true;
  const beforeOf = (from: number) => {
    let at = from - 1;
    while (at >= 0 && tokens[at]?.isHarmless) at--;
    return at;
  };
  const leadIn = ({ field, from }: Filled) => {
    const before = beforeOf(from);
    const token = tokens[before];
    if (!token || used.has(before)) return;
    if (isCue(field, before) || LINKS.has(token.plain) || SAYS.has(token.plain)) {
      used.add(before);
      score += costOf(token);
    }
  };
  const take = (made: Filled) => {
    filled.push(made);
    const own = tokensOf(made).reduce((sum, at) => sum + costOf(tokens[at] ?? NONE), 0);
    score += 1.5 + own;
    for (const at of tokensOf(made)) used.add(at);
    leadIn(made);
  };
  const announced = (field: Field, from: number) => {
    const before = beforeOf(from);
    return isCue(field, before) || SAYS.get(tokens[before]?.plain ?? "")?.(field) === true;
  };

  for (const made of first) leadIn(made);
  for (const value of values.toSorted(longestFirst)) {
    if (!isFree(value)) continue;
    const takers = fields.flatMap((field) => {
      const made = isOpen(field) ? convertValue(field, value, matches) : undefined;
      return made === undefined ? [] : [{ field, value: made, ...spanOf(value) }];
    });
    const sure = takers.filter(({ field, from }) => announced(field, from));
    const strict = takers.filter(
      ({ field }) => field.strict || isOnlyNumber(field, value) || IDENTIFYING.has(value.kind),
    );
    const [taker, other] = sure.length > 0 ? sure : strict;
    if (taker && (!other || sure.length > 0)) take(taker);
  }
  for (let at = 0; at < tokens.length; at++) {
    for (const field of fields) {
      if (!isOpen(field) || used.has(at)) continue;
      const [choice] = choicesIn(field, at, tokens).filter(isFree);
      if (choice) take({ field, ...choice });
      else if (field.shape === "boolean" && isFlag(field, reading, at)) {
        take({ field, value: true, from: at, to: at + 1 });
      } else if (announced(field, at) && isTold(field, beforeOf(at), tokens)) {
        const taken = takenBeside(field, fields);
        const loose = { ...reading, from: at, behind: undefined, taken, words: known.words };
        const spans = [...textIn(field, loose), ...wordsIn(field, loose, matches)].filter(isFree);
        const longest = spans.toSorted((a, b) => b.to - a.to)[0];
        if (longest) take({ field, ...longest, isFree: true });
      }
    }
  }
  return { filled, used, score };
}

const NONE = { isHarmless: true, stem: "" } as Parameters<typeof costOf>[0];

function longestFirst(a: Placed, b: Placed): number {
  return b.to - b.from - (a.to - a.from) || a.from - b.from;
}

/** A required number without a slot takes the one number that is left. */
function isOnlyNumber({ shape, required }: Field, { kind }: Placed): boolean {
  return shape === "number" && required && (kind === "number" || kind === "duration");
}

/** The field's own name or "called", and not only a preposition. */
function isTold({ nameStems }: Field, before: number, tokens: Reading["tokens"]): boolean {
  const { stem = "", plain = "" } = tokens[before] ?? {};
  return nameStems.includes(stem) || SAYS.has(plain);
}

function isFlag({ nameStems }: Field, { tokens }: Reading, at: number): boolean {
  const last = nameStems.at(-1) ?? "";
  const isSaid = (stem: string) => tokens.some((token) => matchOf(token, stem) === "same");
  const token = tokens[at];
  return token !== undefined && matchOf(token, last) === "same" && nameStems.every(isSaid);
}
