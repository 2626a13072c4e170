import { around, type Candidate, type Search } from "./candidate.ts";
import { convertValue } from "./convert-value.ts";
import { fitOf } from "./cue.ts";
import type { Field } from "./field.ts";
import { overlaps, type Value } from "./recognise/value.ts";

const BARE = 0.7;
const INSIDE = /^(?:in|from|inside|within|under)$/;

/** What the recognisers found that a field takes. */
export function typedCandidates(field: Field, search: Search): Candidate[] {
  const { reading, known, matches } = search;
  return reading.values.flatMap((value) => {
    if (value.kind === "reference") return referenceTo(field, value, search);
    const taken = unquoted(field, value);
    if (!taken || !field.kinds.has(taken.kind)) return [];
    // A text is what was said, not the one name in it.
    if (field.shape === "text" && !field.strict) return [];
    const made = convertValue(field, taken, matches);
    if (made === undefined || isElsewhere(field, taken, search)) return [];
    const { before, after } = around(reading, value.start, value.end);
    // "by 10" is a difference, unless the examples say "by" themselves.
    const isDifference = field.shape === "number" && before[0]?.plain === "by";
    if (isDifference && !field.cues.some(({ left }) => left[0] === "by")) return [];
    const doubts = doubt(field, taken, search) + (isBare(field, taken, search) ? BARE : 0);
    // "my 3pm meeting" is not number 3, and a day is not all of "Friday at 3".
    if (known.effectful && doubts > 0.6) return [];
    // "a timer for 20": of what?
    if (known.effectful && field.unit !== undefined && taken.kind === "number") return [];
    const fit = fitOf(field.cues, before, after) + besides(field, after[0]?.stem);
    const isLoose = !field.strict && field.shape !== "number";
    // Any capitalised word might be a name: it has to be announced, or the tool only looks it up.
    if (isLoose && fit < 0.6 && (known.effectful || !isPlace(field, taken))) return [];
    if (isInsideOf(taken, before[0]?.plain ?? "", field, search)) return [];
    const { start, end, each, detail } = value;
    const isUnknown = detail === "unknown";
    return [
      {
        ...{ field, value: made, start, end, fit: fit - doubts },
        ...(each && { each }),
        ...(isUnknown && { unknown: reading.text.slice(start, end) }),
      },
    ];
  });
}

/** "delete the files in my downloads" is about what is in it: nothing for a tool that takes it whole. */
function isInsideOf({ kind }: Value, before: string, field: Field, { known }: Search): boolean {
  if (kind !== "path" || !INSIDE.test(before) || !known.effectful) return false;
  const isWhole =
    known.tool.sideEffectTags.includes("fs.delete") ||
    known.fields.filter(({ required }) => required).length > 1;
  return isWhole && !field.cues.some(({ left }) => left[0] === before);
}

/** The session's files and the folders of the machine are two worlds: a path is of one of them. */
function isElsewhere({ kinds, isOfSession }: Field, { kind, detail, each }: Value, search: Search) {
  if (kind !== "path" || !kinds.has("path") || detail === undefined) return false;
  return each ? isOfSession !== search.recalled.isOfSession : isOfSession === true;
}

/** Quotation marks around a path or an address say where it ends, no more. */
function unquoted(field: Field, value: Value): Value | undefined {
  if (value.kind !== "quoted") return value;
  const text = String(value.value);
  if (field.kinds.has("path") && /[./]/.test(text)) return { ...value, kind: "path" };
  if (field.kinds.has("url") && /^https?:\/\/\S+$/.test(text)) return { ...value, kind: "url" };
  if (field.kinds.has("email") && field.strict && /^\S+@\S+$/.test(text)) {
    return { ...value, kind: "email" };
  }
  if (field.kinds.has("host") && /^[\w.-]+$/.test(text)) return { ...value, kind: "host" };
  return undefined;
}

/** A name without a folder that is known is one of the session's files, where there are such. */
function isBare({ kinds, isOfSession, strict }: Field, { kind, detail }: Value, { all }: Search) {
  return (
    kind === "path" &&
    strict &&
    kinds.has("path") &&
    !isOfSession &&
    detail === undefined &&
    all.hasSessionFiles
  );
}

function isPlace(field: Field, { kind }: Value): boolean {
  return (
    kind === "place" || (kind === "name" && (field.kinds.has("email") || field.kinds.has("place")))
  );
}

/** "30 percent" when the description says percent. */
function besides(field: Field, next: string | undefined): number {
  return next !== undefined && next.length > 2 && field.about.has(next) ? 0.5 : 0;
}

/** A number inside a date or beside a unit of time counts something else. */
function doubt(field: Field, { kind, start, end, detail }: Value, { reading }: Search): number {
  // A day for a moment loses the time of day that was said.
  if (kind === "date") return detail === "day and time" && isDay(field) ? 0.8 : 0;
  if (kind !== "number") return 0;
  const timed = reading.values.some(
    (other) =>
      (other.kind === "date" || other.kind === "duration") && overlaps(other, { start, end }),
  );
  if (field.unit !== undefined) return timed ? 2 : 0.5;
  return timed ? 1.2 : 0;
}

function isDay({ schema }: Field): boolean {
  return schema.format === "date";
}

/** "it" may be any number or text that the step before brought, if there was one. */
function referenceTo(field: Field, value: Value, search: Search): Candidate[] {
  const { reading, hasBefore } = search;
  const { start, end } = value;
  if (field.kinds.has("path")) return fileMeant(field, value, search);
  const takes = field.shape === "number" || field.shape === "text" || takesPlace(field);
  if (!hasBefore || !takes) return [];
  const isPlaceWord = value.value === "there";
  if (isPlaceWord !== takesPlace(field)) return [];
  const { before, after } = around(reading, start, end);
  return [
    { field, value: value.value, start, end, fit: fitOf(field.cues, before, after), before: true },
  ];
}

/** "it" and "the file": the file of the step before, or the one that was called for last. */
function fileMeant(field: Field, value: Value, { reading, recalled, known }: Search): Candidate[] {
  const { start, end } = value;
  const { file, isFileNewest = false, isPlanned = false } = recalled;
  const isNamed = /file$/.test(String(value.value));
  if (file === undefined || !(isNamed || /^(?:it|that|this)$/.test(String(value.value)))) return [];
  // What else was called since might be meant: too little for an effect.
  if (!isFileNewest && !isNamed && known.effectful) return [];
  if (field.isOfSession !== recalled.isOfSession) return [];
  const { before, after } = around(reading, start, end);
  const fit = fitOf(field.cues, before, after);
  return [{ field, value: file, start, end, fit, ...(isPlanned && { before: true }) }];
}

function takesPlace({ kinds }: Field): boolean {
  return kinds.has("zone") || kinds.has("place");
}
