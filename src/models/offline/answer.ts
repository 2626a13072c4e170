import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { Candidate, Search } from "./candidate.ts";
import { candidatesOf } from "./candidates.ts";
import { convertValue, isAllowed } from "./convert-value.ts";
import type { Field } from "./field.ts";
import type { Reading } from "./reading.ts";
import { overlaps, type Value } from "./recognise/value.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { readResult } from "./tool-result.ts";

const PREFIX = /^(?:it['’]?s|it\s+is|that['’]?s|use|make\s+it|call\s+it|the\s+\p{L}+\s+is)\s+/iu;

/** The answer to a question as the value of the field that was asked for. */
export function readAnswer(field: Field, search: Search): Candidate | undefined {
  const { reading, matches } = search;
  const at = { field, start: 0, end: 0, fit: 1 };
  const given = fromForm(field, reading.text);
  if (given !== undefined) return { ...at, value: given };
  const text = withoutLabel(field, reading.text);
  const recognised = reading.values.flatMap((value) => {
    if (!field.kinds.has(value.kind) || value.kind === "reference") return [];
    const made = convertValue(field, value, matches);
    return made === undefined ? [] : [{ value: made, length: value.end - value.start }];
  });
  const [best] = recognised.toSorted((a, b) => b.length - a.length);
  const isWhole = best !== undefined && best.length >= text.trim().length / 2;
  const isTyped = field.strict || field.shape === "number";
  if (best && (isTyped ? isAllOf(reading, search) : isWhole)) return { ...at, value: best.value };
  if (isTyped) return undefined;
  if (field.shape === "text" || field.shape === "word") {
    const quoted = reading.values.find(({ kind }) => kind === "quoted");
    const said = quoted
      ? String(quoted.value)
      : text.trim().replace(PREFIX, "").replace(/[.!]$/, "");
    return said !== "" && isAllowed(field.schema, said, matches)
      ? { ...at, value: said }
      : undefined;
  }
  if (field.shape === "list") {
    const listed = readingOf(`: ${text}`, reading);
    return candidatesOf(field, { ...search, reading: listed })[0];
  }
  return isAllOf(reading, search) ? candidatesOf(field, search)[0] : undefined;
}

/** "the second one is 12" is an answer; "what is 2 to the power of 10" is more than one. */
function isAllOf({ words, values }: Reading, { known }: Search): boolean {
  const kinds = new Set(known.fields.flatMap((field) => [...field.kinds]));
  const read = values.filter(({ kind }) => kinds.has(kind) || kind === "money");
  const isNumber = ({ kind, detail }: Value) => kind === "number" && detail === undefined;
  if (values.filter(isNumber).length > 1) return false;
  return words.every(
    (word) =>
      STOP_WORDS.has(word.stem) ||
      known.words.has(word.stem) ||
      known.fields.some(({ options }) => options.some((it) => it.toLowerCase() === word.plain)) ||
      read.some((value) => overlaps(value, word)),
  );
}

/** A form sends the name of the field before what was filled in. */
function withoutLabel({ name }: Field, text: string): string {
  return text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
}

/** Fields may come back as an object, from a form. */
function fromForm({ name }: Field, text: string): JsonValue | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  const result = readResult({ content: text });
  if (!result.ok || !isJsonObject(result.outputs)) return undefined;
  return Object.hasOwn(result.outputs, name) ? result.outputs[name] : undefined;
}

function readingOf(text: string, { values }: Reading): Reading {
  const words = [...text.matchAll(/\p{L}[\p{L}\p{N}]*|:/gu)].map(({ 0: word, index }) => ({
    text: word,
    plain: word.toLowerCase(),
    stem: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
  const shifted = values.map((value) => ({ ...value, start: value.start + 2, end: value.end + 2 }));
  return { text, start: 0, words, values: shifted };
}
