import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { wordsOfName } from "../../base/say-call.ts";
import { isAllowed } from "./convert-value.ts";
import type { Field } from "./field.ts";
import { gerundOf } from "./gerund.ts";
import type { ExampleToken } from "./known-tool.ts";
import type { Matches } from "./pattern-matcher.ts";
import type { Placed, Reading, Token } from "./reading.ts";
import type { ValueKind } from "./recognise/value.ts";
import { ANNOUNCERS, BREAKS, DETERMINERS, REFERENCES, STOP_WORDS } from "./stop-words.ts";
import { splitWords } from "./words.ts";

type Span = { readonly value: JsonValue; readonly from: number; readonly to: number };
type Loose = Reading & {
  readonly from: number;
  /** What the example has behind the slot. */
  readonly behind: ExampleToken | undefined;
  /** Kinds of values that other fields of the tool take: they are no part of a text. */
  readonly taken: ReadonlySet<ValueKind>;
  /** The words of the tool: behind "and" they begin a step of their own. */
  readonly words: ReadonlySet<string>;
};

const MOST_WORDS = 4;
const SEPARATOR = /\s{0,3}[,;\n]\s{0,3}(?:and\s{1,3})?|\s{1,3}and\s{1,3}/giu;
const BEGUN = ["pending", "todo", "to_do", "open", "not_started", "new"];
const MOST_ITEMS = 100;

/** The options of an enumeration that begin here. */
export function choicesIn({ options, schema }: Field, from: number, tokens: readonly Token[]) {
  return options.flatMap((option): Span[] => {
    const parts = splitWords(wordsOfName(option));
    const run = tokens.slice(from, from + parts.length);
    const isRun =
      parts.length > 0 &&
      run.length === parts.length &&
      run.every(({ plain, stem }, at) => plain === parts[at]?.plain || stem === parts[at]?.stem);
    // "a" is not A, and "get" is not GET.
    const isCommon = option.length < 2 || run.every(({ stem }) => STOP_WORDS.has(stem));
    if (!isRun || option === schema.default) return [];
    if (isCommon && option !== run.map(({ text }) => text).join(" ") && option.length < 2)
      return [];
    return [{ value: option, from, to: from + parts.length }];
  });
}

/** Any words, up to the end or to a word that begins something else. */
export function textIn(field: Field, loose: Loose): Span[] {
  const { text, tokens, values, from, behind, words } = loose;
  if (field.shape !== "text" || field.strict || !mayBegin(loose)) return [];
  const spans: Span[] = [];
  for (let to = from + 1; to <= tokens.length; to++) {
    if (isOther(loose, to - 1)) break;
    const next = tokens[to];
    const isEnd =
      !next ||
      BREAKS.has(next.plain) ||
      (behind && "stem" in behind && behind.stem === next.stem) ||
      values.some((it) => it.from === to && it.kind !== "name" && it.kind !== "code") ||
      next.isHarmless;
    if (!isEnd || BREAKS.has(tokens[to - 1]?.plain ?? "")) continue;
    if (
      tokens.slice(from, to).some((token, at) => isNewStep(token, tokens[from + at + 1], words))
    ) {
      break;
    }
    if (
      tokens.slice(from, to).every(({ plain }) => REFERENCES.has(plain) || DETERMINERS.has(plain))
    )
      continue;
    const value = textOf(text, tokens, from, to);
    if (value !== "") spans.push({ value, from, to });
  }
  return spans;
}

function isNewStep({ plain }: Token, next: Token | undefined, words: ReadonlySet<string>): boolean {
  if (plain === "then") return true;
  return plain === "and" && next !== undefined && words.has(next.stem);
}

/** Behind what announces it, and not in front of that. */
function mayBegin({ tokens, from }: Loose): boolean {
  const first = tokens[from];
  const telling = tokens[first?.isHarmless ? from + 1 : from];
  if (!first || REFERENCES.has(first.plain) || ANNOUNCERS.has(telling?.plain ?? "")) return false;
  if (first.plain === "some" || BREAKS.has(first.plain)) return false;
  return !tokens.slice(from, from + 4).some(({ plain }) => plain === ":");
}

/** A quotation, or a value of another field. */
function isOther({ tokens, values, taken }: Loose, at: number): boolean {
  if (tokens[at]?.plain === "") return true;
  return values.some((it) => it.from <= at && at < it.to && taken.has(it.kind));
}

/** The words as they were written, without the mark that ends the sentence. */
export function textOf(text: string, tokens: readonly Token[], from: number, to: number): string {
  const [first, last] = [tokens[from], tokens[to - 1]];
  if (!first || !last) return "";
  const until = to === tokens.length ? text.trimEnd().length : last.end;
  return text.slice(first.start, until).replace(/(?<![.!?])[.,;?]$/, "");
}

/** A few words that name something. */
export function wordsIn(field: Field, loose: Loose, matches: Matches) {
  const { text, tokens, values, from } = loose;
  if (field.shape !== "word" || field.strict || !mayBegin(loose)) return [];
  const spans: Span[] = [];
  for (let to = from + 1; to <= Math.min(tokens.length, from + MOST_WORDS); to++) {
    const token = tokens[to - 1];
    if (!token || !isName(token, values, to - 1) || isOther(loose, to - 1)) break;
    if (field.nameStems.includes(token.stem)) break;
    const value = textOf(text, tokens, from, to).replace(/['’]s$/, "");
    if (value !== "" && isAllowed(field.schema, value, matches)) spans.push({ value, from, to });
  }
  return spans;
}

const NO_NAMES = new Set(["number", "date", "duration", "url", "path", "size", "age", "reference"]);

function isName({ plain, text, stem }: Token, values: readonly Placed[], at: number): boolean {
  if (/^[:=*/+-]?$/.test(text) || REFERENCES.has(plain) || DETERMINERS.has(plain)) return false;
  if (STOP_WORDS.has(stem)) return false;
  return !values.some((it) => it.from <= at && at < it.to && NO_NAMES.has(it.kind));
}

/** A list of texts, or of objects made of one text each: the rest of the sentence. */
export function listIn({ shape, schema }: Field, { text, tokens, from }: Loose): Span[] {
  const { items } = schema;
  const first = tokens[from];
  if (shape !== "list" || !isJsonObject(items) || !first || first.plain === ":") return [];
  if (REFERENCES.has(first.plain) || tokens.slice(from).some(({ plain }) => plain === ":"))
    return [];
  const values = splitItems(textOf(text, tokens, from, tokens.length))
    .slice(0, MOST_ITEMS)
    .map((item) => itemOf(items, item));
  const isList = values.length > 1 || tokens[from - 1]?.plain === ":" || first.plain === "";
  if (!isList || !values.every((it) => it !== undefined)) return [];
  return [{ value: values as JsonValue[], from, to: tokens.length }];
}

/** At commas and "and", but not at those in quotation marks. */
function splitItems(text: string): string[] {
  const masked = text.replaceAll(/"[^"]*"|“[^”]*”/g, (quoted) => "_".repeat(quoted.length));
  const parts: string[] = [];
  let from = 0;
  for (const { 0: separator, index } of masked.matchAll(SEPARATOR)) {
    parts.push(text.slice(from, index));
    from = index + separator.length;
  }
  return [...parts, text.slice(from)]
    .map((part) => part.trim().replace(/^["'“‘](.*)["'”’]$/su, "$1"))
    .filter((part) => part !== "");
}

export function itemOf(schema: JsonObject, text: string): JsonValue | undefined {
  if (schema.type === "string" && schema.enum === undefined) return text;
  if (schema.type === "number" || schema.type === "integer") {
    return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  }
  const { properties, required } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required)) return undefined;
  const entries = required.flatMap((name): [string, JsonValue][] => {
    const made =
      typeof name === "string" && Object.hasOwn(properties, name)
        ? partOf(name, properties[name], text)
        : undefined;
    return made === undefined ? [] : [[String(name), made]];
  });
  const texts = entries.filter(([, value]) => value === text);
  const isWhole = entries.length === required.length && texts.length === 1;
  return isWhole ? Object.fromEntries(entries) : undefined;
}

/** The text itself, the same while it goes on, or the state in which things begin. */
function partOf(name: string, schema: JsonValue | undefined, text: string): string | undefined {
  if (!isJsonObject(schema) || schema.type !== "string") return undefined;
  const { enum: options } = schema;
  if (Array.isArray(options)) return BEGUN.find((state) => options.includes(state));
  return /active|progress|doing/i.test(name) ? gerundOf(text) : text;
}
