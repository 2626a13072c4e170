import { wireNameOf } from "../../base/wire-name.ts";
import type { Tool } from "../../schema/tool.ts";

/**
 * Tool id → wire name. One that is unique stays bare; of colliding ones, all are namespaced (X4),
 * and named by their whole ids where even that meets another's name. An alias wins over them all.
 *
 * Names are sticky: a later tool yields to the firm ones, and what it is called does not depend on
 * which of the later ones were found, or when. So a name means the same tool for a whole session.
 */
export function nameTools(
  firm: readonly Tool[],
  later: readonly Tool[] = [],
  aliases: ReadonlyMap<string, string> = new Map(),
  spell: Spell = spellForModels,
): ReadonlyMap<string, string> {
  const names = new Map(aliases);
  const taken = new Set(aliases.values());
  for (const group of [firm, later]) {
    const nameless = group.filter((tool) => !names.has(tool.toolId));
    // By id: a tool that is given twice would get out of its own way for ever.
    const tools = [...new Map(nameless.map((tool) => [tool.toolId, tool])).values()];
    for (const [toolId, name] of giveNames(tools, taken, spell)) {
      names.set(toolId, name);
      taken.add(name);
    }
  }
  return names;
}

/** The name that a tool gets at its first, second … attempt; from the third on its own. */
export type Spell = (tool: Tool, attempt: number) => string;

/** Every tool that shares its name, or whose name is taken, moves on to its next spelling. */
function giveNames(
  tools: readonly Tool[],
  taken: ReadonlySet<string>,
  spell: Spell,
): ReadonlyMap<string, string> {
  let tries = tools.map((tool) => ({ tool, attempt: 0, name: spell(tool, 0) }));
  for (;;) {
    const uses = countBy(tries, ({ name }) => name);
    const isFree = ({ name }: (typeof tries)[number]) => !taken.has(name) && uses.get(name) === 1;
    if (tries.every(isFree)) return new Map(tries.map(({ tool, name }) => [tool.toolId, name]));
    tries = tries.map((one) => {
      if (isFree(one)) return one;
      const attempt = one.attempt + 1;
      return { tool: one.tool, attempt, name: spell(one.tool, attempt) };
    });
  }
}

/** From this attempt on a name is made of the tool's id, with digits of its hash. */
const OWN = 2;

function spellForModels({ capabilityId, name, toolId, wireName }: Tool, attempt: number): string {
  if (attempt === 0) return wireName;
  if (attempt < OWN) return wireNameOf(`${capabilityId}__${name}`);
  return wireNameOf(attempt === OWN ? toolId : `${toolId}#${attempt}`);
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Ids and wire names come first; a name that is one of them, or that two tools share, names nobody. */
export function toolsByName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byName = new Map<string, Tool>();
  for (const tool of tools) byName.set(tool.toolId, tool);
  // After all ids: what a model was told wins over what it was not.
  for (const tool of tools) byName.set(tool.wireName, tool);
  const uses = countBy(tools, ({ name }) => name);
  const taken = new Set(byName.keys());
  for (const tool of tools) {
    if (uses.get(tool.name) === 1 && !taken.has(tool.name)) byName.set(tool.name, tool);
  }
  return byName;
}
