import { CapstanError } from "../base/errors.ts";
import { wireNameOf } from "../base/wire-name.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Agent } from "../schema/agent.ts";
import type { Tool } from "../schema/tool.ts";

/** A fully configured agent: the loop knows a prompt and tools, and nothing of capabilities (E7). */
export type RuntimeAgent = {
  readonly systemPrompt: string;
  readonly tools: readonly Tool[];
  /** Finds a tool by whatever a model may call it: wire name, name or id. */
  readonly findTool: (name: string) => Tool | undefined;
};

/** Capabilities in the agent's order: prompt additions first, then its own prompt; tools merged (E51, E52). */
export function compose(catalog: Catalog, agent: Agent): RuntimeAgent {
  const capabilities = agent.capabilities.map((id) => {
    const capability = catalog.getCapability(id);
    if (capability) return capability;
    throw new CapstanError(
      "CAPABILITY_UNKNOWN",
      `Agent "${agent.name}" needs "${id}", which is gone.`,
    );
  });
  const tools = capabilities
    .flatMap((capability) => capability.tools)
    .flatMap((toolId) => catalog.getTool(toolId) ?? [])
    .filter((tool) => tool.enabled);
  const named = withUniqueNames(tools);
  const prompts = capabilities.map((capability) => capability.systemPrompt ?? "");
  const byName = new Map(named.flatMap((tool) => namesOf(tool).map((name) => [name, tool])));
  return {
    systemPrompt: [...prompts, agent.systemPrompt].filter(Boolean).join("\n\n"),
    tools: named,
    findTool: (name) => byName.get(name),
  };
}

/** A name that is unique on the agent stays bare; of colliding ones, all are namespaced (X4). */
function withUniqueNames(tools: readonly Tool[]): Tool[] {
  const uses = new Map<string, number>();
  for (const { wireName } of tools) uses.set(wireName, (uses.get(wireName) ?? 0) + 1);
  return tools.map((tool) =>
    uses.get(tool.wireName) === 1
      ? tool
      : { ...tool, wireName: wireNameOf(`${tool.capabilityId}__${tool.name}`) },
  );
}

/** A bare name that two tools share names neither. */
function namesOf(tool: Tool): string[] {
  const isBare = tool.wireName === wireNameOf(tool.name);
  return isBare ? [tool.toolId, tool.name, tool.wireName] : [tool.toolId, tool.wireName];
}
