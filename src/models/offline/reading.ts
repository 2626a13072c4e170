import type { ModelRequest } from "../model.ts";
import { readArithmetic } from "./arithmetic/read-arithmetic.ts";
import { THAT } from "./arithmetic/terms.ts";
import { type LastResult, namedFiles, recogniseReferences } from "./last-result.ts";
import { recogniseAddresses } from "./recognise/addresses.ts";
import { recogniseAges } from "./recognise/ages.ts";
import { recogniseCodes } from "./recognise/codes.ts";
import { recogniseDates } from "./recognise/dates.ts";
import { recogniseDurations } from "./recognise/durations.ts";
import { recogniseFileTypes } from "./recognise/file-types.ts";
import { recogniseFolders } from "./recognise/folders.ts";
import { recogniseMoney } from "./recognise/money.ts";
import { recogniseNames } from "./recognise/names.ts";
import { recogniseNumbers } from "./recognise/numbers.ts";
import { recogniseQuoted } from "./recognise/quoted.ts";
import { recogniseSizes } from "./recognise/sizes.ts";
import { overlaps, type Value } from "./recognise/value.ts";
import { recogniseZones } from "./recognise/zones.ts";
import { DETERMINERS } from "./stop-words.ts";
import { splitWords, type Word } from "./words.ts";

export type Token = Word & {
  /** Manners and articles: a request means the same without it. */
  readonly isHarmless: boolean;
};

/** A value and the tokens that it takes. */
export type Placed = Value & { readonly from: number; readonly to: number };

/** A text, its tokens and the values in it: all that is known before a tool is looked at. */
export type Reading = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly values: readonly Placed[];
};

export type Places = Pick<ModelRequest, "folders" | "machinePaths">;

/** An order stands at the front: the rest of a long text counts as one word. */
const MOST_WORDS = 60;
const LONGEST = 1_500;

const BEFORE =
  /^(?:(?:please|pls|plz|kindly|hey|hi|hello|ok|okay|so|well|now|and|also|then|just|thanks|yes|assistant)\b[\s,!.:]*|(?:can|could|would|will) (?:you|u) |(?:i (?:want|need|would like)|i['’]?d like) (?:you )?(?:to )?|(?:tell|give|show) me |let me (?:know|see) |do you know )+/i;
const AFTER =
  /(?:[\s,]+(?:please|pls|plz|thanks|thank you|for me|right now|rn|now|back|again))+[\s.!?]*$/i;

export async function readText(
  text: string,
  now: Date,
  last: LastResult | undefined,
  { folders, machinePaths }: Places = {},
): Promise<Reading> {
  const quoted = recogniseQuoted(text);
  const end = headEnd(text, quoted);
  const head = text.slice(0, end);
  const words = splitWords(head);
  const addresses = recogniseAddresses(head);
  const numbers = recogniseNumbers(head, words);
  const places = recogniseFolders(head, folders, [...quoted, ...addresses], machinePaths);
  const texts = quoted.filter((it) => !places.some(({ start }) => start === it.start));
  const found = [
    ...addresses,
    ...numbers,
    ...recogniseDurations(head, words, numbers),
    ...(await recogniseDates(head, now)),
    ...recogniseZones(head, words),
    ...recogniseMoney(head),
    ...recogniseCodes(head),
    ...recogniseNames(head, words),
    ...recogniseReferences(head, last),
    ...recogniseSizes(head),
    ...recogniseAges(head, now),
    ...recogniseFileTypes(head, words),
  ];
  const closed = [...texts, ...addresses.filter(({ kind }) => kind === "url" || kind === "email")];
  const isOpen = (it: Value) => !closed.some((outer) => outer !== it && overlaps(outer, it));
  const isPlaced = (it: Value) =>
    ["path", "filetype", "name", "code"].includes(it.kind) &&
    places.some(({ start, end }) => start <= it.start && it.end <= end);
  const named = namedFiles(head, last);
  const isNamed = (it: Value) => named.some((file) => overlaps(file, it));
  const values = [
    ...texts,
    ...places,
    ...found.filter((it) => isOpen(it) && !isPlaced(it) && !isNamed(it)),
    ...named.filter((it) => isOpen(it) && !isPlaced(it)),
    ...expressionIn(head, last),
  ];
  const rest = text.slice(end).trim();
  const tail = { text: "…", plain: "…", stem: "…", start: end, end: text.trimEnd().length };
  const tokens = withMarks([...words, ...(rest === "" ? [] : [tail])], texts, head);
  const placed = values.flatMap((it) => place(it, tokens));
  return { text, tokens: withoutNames(tokens, placed), values: placed };
}

const NAMES: ReadonlySet<string> = new Set(["path", "url", "email"]);

/** "my Downloads" is a place, and no order to download: words inside of a name are not compared. */
function withoutNames(tokens: readonly Token[], values: readonly Placed[]): Token[] {
  const names = values.filter(({ kind }) => NAMES.has(kind));
  return tokens.map((token, at) =>
    names.some(({ from, to }) => from <= at && at < to)
      ? { ...token, stem: "", isHarmless: false }
      : token,
  );
}

/** A text that is a calculation from end to end; "that" is the number before. */
function expressionIn(text: string, last: LastResult | undefined): Value[] {
  const arithmetic = readArithmetic(text);
  if (!arithmetic) return [];
  const { expression, refersBack } = arithmetic;
  if (refersBack && last?.number === undefined && last?.expression === undefined) return [];
  const before = last?.expression ?? String(last?.number ?? "");
  const value = expression.replaceAll(THAT, /^[\d.]+$/.test(before) ? before : `(${before})`);
  return [{ kind: "expression", value, start: 0, end: text.length }];
}

/** A quotation is one token. */
function withMarks(words: readonly Word[], quoted: readonly Value[], text: string): Token[] {
  const open = words.filter((word) => !quoted.some((it) => overlaps(word, it)));
  const closed = quoted.map(({ start, end }) => ({
    ...{ text: text.slice(start, end), plain: "", stem: "", start, end },
  }));
  const before = BEFORE.exec(text)?.[0].length ?? 0;
  const after = AFTER.exec(text)?.index ?? text.length;
  return [...open, ...closed]
    .toSorted((a, b) => a.start - b.start)
    .map((word) => ({
      ...word,
      isHarmless: word.end <= before || word.start >= after || DETERMINERS.has(word.plain),
    }));
}

function place(value: Value, tokens: readonly Token[]): Placed[] {
  const from = tokens.findIndex((token) => overlaps(token, value));
  const to = tokens.findLastIndex((token) => overlaps(token, value)) + 1;
  return from < 0 ? [] : [{ ...value, from, to }];
}

/** Between two words, and not inside of quotation marks. */
function headEnd(text: string, quoted: readonly Value[]): number {
  let [words, end] = [0, 0];
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    const inside = quoted.some((value) => value.start <= index && index < value.end);
    if (!inside) words++;
    const left = quoted.reduce((sum, it) => (it.end <= index ? sum + it.end - it.start : sum), 0);
    if (!inside && (words > MOST_WORDS || index + chunk.length - left > LONGEST)) break;
    end = index + chunk.length;
  }
  return end;
}
