import type { JsonObject } from "../../base/json.ts";
import { stem } from "../../base/stem.ts";
import type { ValueKind } from "./recognise/value.ts";

/** What is said of a field: by its name, its description and its schema. */
export type Said = {
  readonly name: string;
  readonly nameStems: ReadonlySet<string>;
  readonly about: ReadonlySet<string>;
  readonly description: string;
  readonly schema: JsonObject;
};

const stems = (words: string) => words.split(" ").map(stem);
const NAMES = {
  url: stems("url uri link href"),
  email: stems("email mail"),
  host: stems("host hostname domain"),
  zone: stems("timezone tz zone"),
  glob: stems("glob"),
  path: stems("path file filename filepath folder directory dir"),
  place: stems("city place location country town destination origin"),
  person: stems(
    "to from recipient sender assignee author user username person contact owner customer attendee name who reviewer member",
  ),
  long: stems(
    "content body text message note comment summary title subject query sql pattern reason reference prompt question command task description term keyword search q todo statement regex topic caption",
  ),
  short: stems("name who branch person user id key tag"),
};

export function kindsOf(type: string | undefined, said: Said): Set<ValueKind> {
  if (type === "number" || type === "integer") {
    if (isCursor(said)) return new Set();
    if (sideOf(said) !== undefined && isSize(said)) return new Set(["size"]);
    return new Set<ValueKind>(unitOf(said) === undefined ? ["number"] : ["number", "duration"]);
  }
  if (type !== "string" || isCursor(said)) return new Set();
  if (said.nameStems.has(stem("expression"))) return new Set(["expression"]);
  if (sideOf(said) !== undefined) return new Set([isSize(said) ? "size" : "age"]);
  if (isFileType(said)) return new Set(["filetype"]);
  const { format, pattern } = said.schema;
  if (format === "path") return new Set(["path"]);
  const named = (words: readonly string[]) => words.some((word) => said.nameStems.has(word));
  if (format === "uri" || format === "url" || named(NAMES.url)) return new Set(["url"]);
  if (format === "email" || (named(NAMES.email) && format === undefined)) return new Set(["email"]);
  if (format === "hostname" || named(NAMES.host)) return new Set(["host"]);
  if (isMoment(said)) return new Set(["date"]);
  if (named(NAMES.zone) || /\bIANA\b|time ?zone/i.test(said.description)) return new Set(["zone"]);
  if (named(NAMES.glob) || (said.nameStems.has("pattern") && named(NAMES.path))) {
    return new Set(["glob"]);
  }
  if (named(NAMES.path) && !said.nameStems.has(stem("content"))) return new Set(["path"]);
  if (/\b(?:path|file ?name)\b/i.test(said.description) && pattern === undefined) {
    return new Set(["path"]);
  }
  if (named(NAMES.place)) return new Set(["place", "name"]);
  if (isTellingPattern(pattern)) return new Set(["code", "name"]);
  if (named(NAMES.person) || said.about.has("who")) return new Set(["name", "email"]);
  return new Set(["code", "name"]);
}

/** On which side of a value things are that a filter keeps: `larger_than`, `changed_before`. */
export function sideOf(said: Said): string | undefined {
  const words = said.name.toLowerCase();
  if (isSize(said)) {
    if (/larg|bigg|min|above|over|more|great/.test(words)) return "over";
    return /small|max|below|under|less/.test(words) ? "under" : undefined;
  }
  if (!isAge(said)) return undefined;
  if (/after|since|newer|from/.test(words)) return "after";
  return /before|until|older/.test(words) ? "before" : undefined;
}

/** Where a list goes on: a tool gives it, and a person never says it. */
function isCursor({ name, description }: Pick<Said, "name" | "description">): boolean {
  return (
    /^(?:after|before|cursor|offset|page|page_token|next|start_after)$/i.test(name) &&
    !/\b(?:days?|dates?|times?)\b/i.test(description)
  );
}

function isSize({ name, description }: Said): boolean {
  return /\b(?:size|bytes|[KMG]B)\b/i.test(`${name.replaceAll("_", " ")} ${description}`);
}

function isAge({ name, description, schema }: Said): boolean {
  if (schema.format !== undefined) return false;
  return (
    /chang|modif|creat|updat|newer|older/i.test(name) && /\b(?:days?|dates?)\b/i.test(description)
  );
}

function isFileType({ nameStems, description }: Said): boolean {
  const isNamed = ["typ", "type", "kind", "ext", "extension"].some((it) => nameStems.has(it));
  return isNamed && /\bextensions?\b|\bfile types?\b/i.test(description);
}

/** A pattern that few words match: with digits or capitals. */
function isTellingPattern(pattern: unknown): pattern is string {
  return typeof pattern === "string" && /\\d|0-9|A-Z/.test(pattern);
}

/** How a moment is written down, when a field is one. */
export function momentOf(said: Pick<Said, "schema" | "description">): string | undefined {
  const { format } = said.schema;
  if (format === "date" || format === "date-time" || format === "time") return format;
  if (format !== undefined) return undefined;
  if (/YYYY-MM-DD(?!T)/.test(said.description)) return "date";
  return /\bISO[- ]?8601\b/i.test(said.description) ? "date-time" : undefined;
}

function isMoment(said: Said): boolean {
  return momentOf(said) !== undefined;
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:ms|millis|milliseconds)\b/i, 0.001],
  [/\b(?:secs?|seconds?)\b/i, 1],
  [/\b(?:mins?|minutes?)\b/i, 60],
  [/\b(?:hours?|hrs?)\b/i, 3_600],
  [/\bdays?\b/i, 86_400],
];

/** Seconds of one, for a field that counts time: `duration_minutes` is 60. */
export function unitOf({ name, description }: Said): number | undefined {
  const words = `${name.replaceAll(/[_-]/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2")}`;
  const find = (text: string) => UNITS.find(([pattern]) => pattern.test(text))?.[1];
  return find(words) ?? (/\b(?:in|of|as) \w+\b/i.test(description) ? find(description) : undefined);
}

export function isLongText({ nameStems, about, schema }: Said): boolean {
  if (isTellingPattern(schema.pattern)) return false;
  if (NAMES.long.some((word) => nameStems.has(word))) return true;
  if (NAMES.short.some((word) => nameStems.has(word) || about.has(word))) return false;
  return ["text", "word", "say"].some((word) => about.has(word));
}
