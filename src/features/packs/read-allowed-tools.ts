import type { JsonValue } from "../../base/json.ts";

const MAX_TOOLS = 200;
const MAX_LENGTH = 200;

/**
 * The tools that a pack says it needs, whatever way it is written: a list, or one text with commas or
 * spaces between them. What stands in parentheses belongs to the tool: `Bash(git add:*)`.
 */
export function readAllowedTools(value: JsonValue | undefined): readonly string[] | null {
  if (value === undefined || value === null) return null;
  const texts = Array.isArray(value) ? value : [value];
  const names = texts.flatMap((text) => (typeof text === "string" ? splitNames(text) : []));
  return [...new Set(names)].slice(0, MAX_TOOLS);
}

function splitNames(text: string): string[] {
  const names: string[] = [];
  let [name, depth] = ["", 0];
  for (const character of text.slice(0, MAX_TOOLS * MAX_LENGTH)) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/.test(character)) {
      names.push(name);
      name = "";
    } else name += character;
  }
  return [...names, name].filter((one) => one !== "" && one.length <= MAX_LENGTH);
}
