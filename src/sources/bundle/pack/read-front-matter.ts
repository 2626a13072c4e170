import { parseDocument } from "yaml";
import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import { readLines } from "./lines-of-front-matter.ts";
import { splitFrontMatter } from "./split-front-matter.ts";

export type FrontMatter = { readonly fields: JsonObject; readonly warnings: readonly string[] };

/** What has to be had, also from front matter that is no YAML. */
const NEEDED = ["name", "description", "allowed-tools"] as const;
/** Aliases that name large parts again and again would make a giant out of a page. */
const MAX_ALIASES = 50;
const MAX_DEPTH = 100;

/** The front matter of a document; undefined where it has none. */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const split = splitFrontMatter(text);
  if (!split) return undefined;
  const warnings = split.isOpen
    ? ['The front matter is not closed: end it with a line "---".']
    : [];
  const read: FrontMatter[] = [];
  for (const cut of split.cuts) {
    read.push(parseCut(cut));
    if (read.some(isGood)) break;
  }
  const best = read.find(isGood) ?? read.find(hasDescription) ?? read[0];
  if (!best) return undefined;
  return { fields: best.fields, warnings: [...warnings, ...best.warnings] };
}

const isGood = (read: FrontMatter) => read.warnings.length === 0 && hasDescription(read);
const hasDescription = ({ fields }: FrontMatter) => Object.hasOwn(fields, "description");

function parseCut(text: string): FrontMatter {
  const { fields, problem } = parseYaml(text);
  if (problem === undefined) return { fields, warnings: [] };
  // A value that a broken line was part of may be cut: those that matter are read as they stand.
  const lines = Object.fromEntries(readLines(text, NEEDED));
  const warning = `The front matter is not YAML (${problem}). Put quotes around values with ":" in them.`;
  return { fields: { ...fields, ...lines }, warnings: [warning] };
}

function parseYaml(text: string): { readonly fields: JsonObject; readonly problem?: string } {
  if (isTooDeep(text)) return { fields: {}, problem: "it is nested too deep" };
  try {
    // Aliases that do not resolve are no error until the value is made.
    const document = parseDocument(text, { strict: false, uniqueKeys: false, prettyErrors: false });
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const fields = isJsonObject(value) ? plain(value) : {};
    const [error] = document.errors;
    if (error) return { fields, problem: oneLine(error.message) };
    return isJsonObject(value) ? { fields } : { fields, problem: "it has no keys" };
  } catch (error) {
    return { fields: {}, problem: oneLine(error instanceof Error ? error.message : "unreadable") };
  }
}

/** Measured: 10,000 braces in each other take the parser seconds. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[" || character === "{") depth += 1;
    else if ((character === "]" || character === "}") && depth > 0) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Own fields only, and nothing that is no JSON, such as a key that is an object. */
function plain(value: object): JsonObject {
  const copy: JsonObject = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(copy).filter(([key]) => key !== "__proto__"));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replace(/\.$/, "").slice(0, 200);
}
