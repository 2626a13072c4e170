import { typed } from "./program.ts";

/** Whoever reads this types commands: what the server says of routes is said of them. */
const RULES: readonly (readonly [RegExp, (part: string) => string])[] = [
  [/\bcapstan ([a-z]+)/g, typed],
  [/\bGET \/v1\/([a-z]+)\b/g, (nouns) => typed(`${nouns} list`)],
  [/\bPATCH \/v1\/capabilities\/\S+?(?=\.?$)/g, () => typed("capabilities add <file>")],
  [/(?<=is a folder)\. Add \?list to list it/g, () => `: see ${typed("files list")}`],
];

export function saidHere(text: string): string {
  return RULES.reduce(
    (said, [pattern, say]) => said.replaceAll(pattern, (_, part: string) => say(part)),
    text,
  );
}
