import type { ModelRequest } from "../model.ts";
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
import { recogniseReferences } from "./recognise/references.ts";
import { recogniseSizes } from "./recognise/sizes.ts";
import { overlaps, type Value } from "./recognise/value.ts";
import { recogniseZones } from "./recognise/zones.ts";
import { splitWords, type Word } from "./words.ts";

/** A text, its words and what was recognised in it: all that is known before a tool is looked at. */
export type Reading = {
  readonly text: string;
  /** Where the part begins that is read; it ends with the text. */
  readonly start: number;
  /** Without those in quotation marks and in addresses. */
  readonly words: readonly Word[];
  readonly values: readonly Value[];
};

type Places = Pick<ModelRequest, "folders" | "machinePaths">;

/**
 * An order stands at the front: of a long text the head is read, and the rest counts as one word,
 * which is a part of some text or makes the order unclear. Reading costs 5 ms for such a head.
 */
const HEAD = { words: 120, characters: 1_500 };

export async function readText(
  text: string,
  now: Date,
  { folders, machinePaths }: Places = {},
): Promise<Reading> {
  const quoted = recogniseQuoted(text);
  const end = headEnd(text, quoted);
  const head = text.slice(0, end);
  const words = splitWords(head);
  const addresses = recogniseAddresses(head);
  const numbers = recogniseNumbers(head, words);
  const found = [
    ...addresses,
    ...numbers,
    ...recogniseDurations(head, words, numbers),
    ...(await recogniseDates(head, now)),
    ...recogniseZones(head, words),
    ...recogniseMoney(head),
    ...recogniseCodes(head),
    ...recogniseNames(head, words),
    ...recogniseReferences(head),
    ...recogniseSizes(head),
    ...recogniseAges(head, now),
    ...recogniseFileTypes(head, words),
  ];
  const places = recogniseFolders(head, folders, [...quoted, ...addresses], machinePaths);
  const isPlaced = (it: Value) =>
    (it.kind === "path" || it.kind === "filetype") &&
    places.some(({ start, end }) => start <= it.start && it.end <= end && !isFile(it, places));
  const texts = quoted.filter((it) => !places.some(({ start }) => start === it.start));
  const closed = [...texts, ...addresses.filter(({ kind }) => kind === "url" || kind === "email")];
  const isOpen = (it: Value | Word) => !closed.some((outer) => outer !== it && overlaps(outer, it));
  const rest = { text: "…", plain: "…", stem: "…", start: end, end: text.trimEnd().length };
  return {
    text,
    start: 0,
    words: [...words.filter(isOpen), ...(rest.end > rest.start ? [rest] : [])],
    values: [...texts, ...places, ...found.filter((it) => isOpen(it) && !isPlaced(it))],
  };
}

/** A file's name beside its folder stays a value of its own: some tools take the two apart. */
function isFile(it: Value, places: readonly Value[]): boolean {
  return places.some(
    ({ start, end, detail }) => detail === "file" && start === it.start && it.end < end,
  );
}

/** A part of a text, with what was recognised in it. Places stay those of the whole text. */
export function cutReading({ text, words, values }: Reading, start: number, end: number): Reading {
  const isInside = (it: { readonly start: number; readonly end: number }) =>
    it.start >= start && it.end <= end;
  return {
    text: text.slice(0, end),
    start,
    words: words.filter(isInside),
    values: values.filter(isInside),
  };
}

/** Between two words, and not inside of quotation marks. */
function headEnd(text: string, quoted: readonly Value[]): number {
  let [words, end] = [0, 0];
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    const isQuoted = quoted.some((value) => value.start <= index && index < value.end);
    if (!isQuoted) words++;
    if (
      words > HEAD.words ||
      (!isQuoted && index + chunk.length - lengthOf(quoted, index) > HEAD.characters)
    )
      break;
    end = index + chunk.length;
  }
  return end;
}

/** How much of the text before a place is in quotation marks. */
function lengthOf(quoted: readonly Value[], before: number): number {
  return quoted.reduce((sum, { start, end }) => (end <= before ? sum + end - start : sum), 0);
}
