import { CapstanError } from "../../base/errors.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Owned } from "../session-feature.ts";
import type { Attached } from "./attach-capabilities.ts";

type Aliases = {
  /** Tool id → the name that the agent gives it. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
};

/** What an agent calls its tools. An alias for a tool that went away is no reason to stop (E68). */
export function readAliases(
  attached: readonly Attached[],
  tools: readonly Tool[],
  owned: readonly Pick<Owned, "names">[] = [],
): Aliases {
  const toolIds = new Map(tools.map((tool) => [keyOf(tool.capabilityId, tool.name), tool.toolId]));
  const holders = new Map<string, string>();
  const aliases = new Map<string, string>();
  const warnings: string[] = [];
  for (const { capability, aliases: wanted } of attached) {
    for (const [name, alias] of Object.entries(wanted)) {
      const toolId = toolIds.get(keyOf(capability.id, name));
      if (toolId === undefined) {
        warnings.push(`"${capability.id}" has no tool "${name}" to call "${alias}".`);
        continue;
      }
      const holder = holders.get(alias);
      if (holder !== undefined) {
        throw invalid(alias, `The alias "${alias}" is given to both ${holder} and ${toolId}.`);
      }
      const taken = owned.find(({ names }) => alias.startsWith(names.prefix));
      if (taken) throw invalid(alias, `The alias "${alias}" is a name of ${taken.names.of}.`);
      holders.set(alias, toolId);
      aliases.set(toolId, alias);
    }
  }
  return { aliases, warnings };
}

const keyOf = (capabilityId: string, name: string) => JSON.stringify([capabilityId, name]);

function invalid(alias: string, message: string): CapstanError {
  return new CapstanError("CONFIG_INVALID", message, { details: { field: "capabilities", alias } });
}
