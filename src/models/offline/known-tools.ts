import type { Tool } from "../../schema/tool.ts";
import { type KnownTool, knownTool } from "./known-tool.ts";

/** The tools of an agent, and how much a word tells among them: 1 when only one tool uses it. */
export type KnownTools = {
  readonly tools: readonly KnownTool[];
  telling(stem: string): number;
  /** Whether some tool is asked for with this very word. */
  isSaid(stem: string): boolean;
  /** Whether some tool is ordered with this word. */
  isVerb(stem: string): boolean;
};

const known = new WeakMap<readonly Tool[], KnownTools>();

export function knownTools(list: readonly Tool[]): KnownTools {
  const found = known.get(list) ?? readTools(list);
  known.set(list, found);
  return found;
}

function readTools(list: readonly Tool[]): KnownTools {
  const tools = list.map(knownTool);
  const uses = new Map<string, number>();
  for (const { words } of tools) {
    for (const [word, weight] of words) uses.set(word, (uses.get(word) ?? 0) + weight);
  }
  const all = Math.log(1 + tools.length);
  const said = new Set(tools.flatMap(({ words }) => [...words].flatMap(saidOnly)));
  const verbs = new Set(tools.flatMap((tool) => [...tool.verbs.keys()]));
  return {
    tools,
    isSaid: (stem) => said.has(stem),
    isVerb: (stem) => verbs.has(stem),
    telling(stem) {
      const used = Math.max(1, uses.get(stem) ?? 1);
      return all === 0 ? 1 : Math.min(1, Math.log(1 + tools.length / used) / all);
    },
  };
}

function saidOnly([word, weight]: readonly [string, number]): string[] {
  return weight >= 1 ? [word] : [];
}
