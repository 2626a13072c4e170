import { wireNameOf } from "../base/wire-name.ts";
import type { Tool } from "../schema/tool.ts";

/**
 * A wire name that is unique on the agent stays bare; of colliding ones, all are namespaced (X4),
 * and named by their whole ids where even that meets another's name. Nobody shadows anybody.
 */
export function withUniqueNames(tools: readonly Tool[]): Tool[] {
  const spellings = new Map(
    tools.map((tool) => [
      tool,
      [tool.wireName, wireNameOf(`${tool.capabilityId}__${tool.name}`), wireNameOf(tool.toolId)],
    ]),
  );
  for (;;) {
    const uses = new Map<string | undefined, number>();
    for (const [name] of spellings.values()) uses.set(name, (uses.get(name) ?? 0) + 1);
    const colliding = [...spellings.values()].filter(
      (names) => names.length > 1 && (uses.get(names[0]) ?? 0) > 1,
    );
    if (colliding.length === 0) break;
    for (const names of colliding) names.shift();
  }
  return tools.map((tool) => ({ ...tool, wireName: spellings.get(tool)?.[0] ?? tool.wireName }));
}

/** Ids and wire names come first; a name that is one of them, or that two tools share, names nobody. */
export function toolsByName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byName = new Map<string, Tool>();
  for (const tool of tools) byName.set(tool.toolId, tool).set(tool.wireName, tool);
  const taken = new Set(byName.keys());
  for (const tool of tools) {
    const isShared = tools.some((other) => other !== tool && other.name === tool.name);
    if (!isShared && !taken.has(tool.name)) byName.set(tool.name, tool);
  }
  return byName;
}
