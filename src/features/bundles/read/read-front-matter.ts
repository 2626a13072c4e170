import type { JsonObject } from "../../../base/json.ts";
import { readLines } from "./lines-of-front-matter.ts";
import { readYaml } from "./read-yaml.ts";
import { splitFrontMatter } from "./split-front-matter.ts";

export type FrontMatter = { readonly fields: JsonObject; readonly warnings: readonly string[] };

/** What has to be had, also from front matter that is no YAML. */
const NEEDED = ["name", "description", "allowed-tools"] as const;

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
  const { fields, problem } = readYaml(text, { twice: true });
  if (problem === undefined) return { fields, warnings: [] };
  // A value that a broken line was part of may be cut: those that matter are read as they stand.
  const lines = Object.fromEntries(readLines(text, NEEDED));
  const warning = `The front matter is not YAML (${problem}). Put quotes around values with ":" in them.`;
  return { fields: { ...fields, ...lines }, warnings: [warning] };
}
