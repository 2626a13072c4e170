import { rewrite } from "../../base/redaction/redactor-walk.ts";
import { stripHidden } from "../../base/strip-hidden.ts";
import type { Tool } from "../../schema/tool.ts";

const shown = new WeakMap<Tool, Tool>();
const lists = new WeakMap<readonly Tool[], readonly Tool[]>();

/**
 * Tools as a model is told of them: nothing in their texts that a person would not see (A94). The
 * catalog keeps and digests what their source said. The very same where there is nothing to hide.
 */
export function shownTools(tools: readonly Tool[]): readonly Tool[] {
  const known = lists.get(tools);
  if (known) return known;
  const all = tools.map(shownTool);
  const same = all.every((tool, index) => tool === tools[index]) ? tools : all;
  lists.set(tools, same);
  return same;
}

export function shownTool(tool: Tool): Tool {
  const known = shown.get(tool);
  if (known) return known;
  const before = {
    description: tool.description,
    examples: tool.examples,
    inputSchema: tool.inputSchema,
  };
  const after = rewrite(before, {
    text: stripHidden,
    // The names of fields are what calls are checked by.
    key: (key) => key,
    number: (number) => number,
    member: (key, value) => (EXACT.has(key) ? value : undefined),
    tooDeep: (value) => value,
  }) as typeof before;
  const made = after === before ? tool : { ...tool, ...after };
  shown.set(tool, made);
  return made;
}

/** What a value is compared with says what it says. */
const EXACT: ReadonlySet<string> = new Set([
  ...["enum", "const", "pattern", "required", "$ref", "$id", "$anchor"],
]);
