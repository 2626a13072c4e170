import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { around, type Candidate, type Search } from "./candidate.ts";
import { cue, fitOf } from "./cue.ts";
import type { Field } from "./field.ts";
import { gerundOf } from "./gerund.ts";
import type { Reading } from "./reading.ts";
import { recogniseQuoted } from "./recognise/quoted.ts";
import { overlaps, type Value } from "./recognise/value.ts";
import { trimSpan } from "./spans.ts";
import { DETERMINERS, PRONOUNS } from "./stop-words.ts";
import { splitWords } from "./words.ts";

const COLON = cue(":");
const OPENED = 0.6;
const SEPARATOR = /\s{0,3}[,;\n]\s{0,3}(?:and\s{1,3})?|\s{1,3}and\s{1,3}/giu;
const BEGUN = ["pending", "todo", "to_do", "open", "not_started", "new"];
const MOST_ITEMS = 100;
const PURPOSE = /\b(?:for|about)\s{1,3}$/i;

/** A list of texts, or of objects that are made of one text each: the rest of the sentence. */
export function listCandidates(field: Field, { reading, known }: Search): Candidate[] {
  const { items } = field.schema;
  if (!isJsonObject(items)) return [];
  const openers = [...field.cues, COLON].filter(({ left }) => left.length > 0);
  const last = reading.words.at(-1);
  if (!last) return [];
  const quotedEnd = reading.values.findLast(({ kind }) => kind === "quoted")?.end ?? 0;
  const starts = reading.words.flatMap((word, at) => {
    if (DETERMINERS.has(reading.words[at - 1]?.plain ?? "")) return [];
    const isInside = ({ kind, start }: Value) => kind !== "name" && start < word.start;
    if (reading.values.some((value) => isInside(value) && overlaps(value, word))) return [];
    if (/^[:=*/+-]$/.test(word.text) || PRONOUNS.has(word.plain)) return [];
    const { before } = around(reading, word.start, word.end);
    // "make me a todo list": the tool's own word, and no item of it.
    if (before[0]?.plain !== ":" && (known.words.get(word.stem) ?? 0) >= 1) return [];
    const fit = fitOf(openers, before, []);
    return fit < OPENED ? [] : [{ word, fit }];
  });
  for (const { word, fit } of starts.toSorted((a, b) => b.fit - a.fit)) {
    const span = trimSpan(reading.text, word.start, Math.max(last.end, quotedEnd));
    const texts = splitList(reading, withoutLabel(reading.text, span, known.words));
    // "a list for moving house" says what it is for, and holds nothing yet.
    const isPurpose = texts.length === 1 && PURPOSE.test(reading.text.slice(0, word.start));
    // "a todo list" holds no task yet.
    const isOwn = splitWords(texts.join(" ")).every(({ stem }) => known.words.has(stem));
    if (isOwn || isPurpose) continue;
    const values = texts.slice(0, MOST_ITEMS).map((text) => itemOf(items, unquote(text)));
    if (values.every((value) => value !== undefined) && values.length > 0) {
      return [{ field, value: values as JsonValue[], ...span, fit }];
    }
  }
  return [];
}

/** "list: milk, eggs": what names the list by the tool's own words is not its first item. */
function withoutLabel(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  known: { has(stem: string): boolean },
): { readonly start: number; readonly end: number } {
  const [label = "", words = ""] = /^([\p{L} ]{1,40}):\s*/u.exec(text.slice(start, end)) ?? [];
  const isLabel = label !== "" && splitWords(words).every(({ stem }) => known.has(stem));
  return isLabel ? { start: start + label.length, end } : { start, end };
}

/** At commas and "and", but not at those in quotation marks. */
function splitList(
  { text, values }: Reading,
  { start, end }: { readonly start: number; readonly end: number },
): string[] {
  let masked = text.slice(0, end);
  for (const { kind, ...quoted } of values) {
    if (kind !== "quoted" || quoted.end > end) continue;
    const blank = "_".repeat(quoted.end - quoted.start);
    masked = masked.slice(0, quoted.start) + blank + masked.slice(quoted.end);
  }
  const parts: string[] = [];
  let from = start;
  for (const { 0: separator, index } of masked.slice(start).matchAll(SEPARATOR)) {
    parts.push(text.slice(from, start + index));
    from = start + index + separator.length;
  }
  return [...parts, text.slice(from, end)].filter((part) => part.trim() !== "");
}

/** The items of a text that is a list from end to end. */
export function splitItems(text: string): string[] {
  const values = recogniseQuoted(text);
  const reading = { text, start: 0, words: [], values };
  return splitList(reading, { start: 0, end: text.length }).map(unquote);
}

function unquote(text: string): string {
  return text.trim().replace(/^["'“‘](.*)["'”’]$/su, "$1");
}

export function itemOf(schema: JsonObject, text: string): JsonValue | undefined {
  if (schema.type === "string" && schema.enum === undefined) return text;
  if (schema.type === "number" || schema.type === "integer") {
    return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  }
  const { properties, required } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required)) return undefined;
  let isTaken = false;
  const entries: [string, JsonValue][] = [];
  for (const name of required) {
    if (typeof name !== "string" || !Object.hasOwn(properties, name)) return undefined;
    const made = partOf(name, properties[name], text);
    if (made === undefined || (made === text && isTaken)) return undefined;
    isTaken ||= made === text;
    entries.push([name, made]);
  }
  return isTaken ? Object.fromEntries(entries) : undefined;
}

/** The text itself, the same while it goes on, or the state in which things begin. */
function partOf(name: string, schema: JsonValue | undefined, text: string): string | undefined {
  if (!isJsonObject(schema) || schema.type !== "string") return undefined;
  const { enum: options } = schema;
  if (Array.isArray(options)) return BEGUN.find((state) => options.includes(state));
  return /active|progress|doing/i.test(name) ? gerundOf(text) : text;
}
