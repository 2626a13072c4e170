import { type Cue, cue } from "./cue.ts";
import type { Field } from "./field.ts";
import { stem } from "./stem.ts";

const ROLES: readonly (readonly [fields: string, before: string])[] = [
  ["query search term keyword q topic", "for about on"],
  ["destination target dest", "to into as"],
  ["source origin", "from move copy rename"],
  ["to recipient channel assignee", "to"],
  ["author owner sender", "by from"],
  ["city place location country town", "in for at"],
  ["level volume brightness temperature percentage", "to at"],
];
const USUAL = new Map(
  ROLES.flatMap(([fields, before]) => {
    const cues = before.split(" ").map((word) => cue(word));
    return fields.split(" ").map((field): [string, Cue[]] => [stem(field), cues]);
  }),
);
const OF: readonly Cue[] = [cue("of"), cue("for")];

/** What mostly stands before a field of that name, for tools that come without examples. */
export function usualCues(nameStems: readonly string[], shape: Field["shape"]): readonly Cue[] {
  const named = nameStems.flatMap((name) => USUAL.get(name) ?? []);
  return named.length > 0 || shape !== "word" ? named : OF;
}
