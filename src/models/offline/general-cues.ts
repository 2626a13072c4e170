import { type Cue, cue } from "./cue.ts";
import type { Field } from "./field.ts";
import type { KnownTool } from "./known-tool.ts";

const TITLED = ["called", "named", "titled", "entitled"].map((word) => cue(word));
const SAID = ["saying", "that says", "reading", "with text", ":"].map((word) => cue(word));
const SOUGHT = ["word", "containing", "mentioning", "matching", "phrase", "that contain"].map(
  (word) => cue(word),
);
const TITLES = new Set(["titl", "name", "subject", "label", "summary"]);
const BODIES = new Set(["body", "content", "text", "messag", "note", "comment", "description"]);
const QUERIES = new Set(["query", "pattern", "search", "term", "keyword", "q", "regex"]);

/** What is said to somebody or kept: its words are its own. */
export function isBody({ nameStems }: Field): boolean {
  return nameStems.some((stem) => BODIES.has(stem));
}

/** What is looked for in texts, and has to stand in them to the letter. */
export function isSought(field: Field, { effectful }: KnownTool): boolean {
  return isBody(field) && !effectful;
}

/** Words that announce any title, any text, any search: of the one text field all of them. */
export function generalCues({ nameStems, name }: Field, { fields }: KnownTool): readonly Cue[] {
  const texts = fields.filter((field) => field.shape === "text");
  if (texts.length === 1 && texts[0]?.name === name) return [...TITLED, ...SAID, ...SOUGHT];
  if (nameStems.some((stem) => TITLES.has(stem))) return TITLED;
  if (nameStems.some((stem) => BODIES.has(stem))) return SAID;
  return nameStems.some((stem) => QUERIES.has(stem)) ? SOUGHT : [];
}
