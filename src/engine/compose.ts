import { CapstanError } from "../base/errors.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Agent } from "../schema/agent.ts";
import type { Tool } from "../schema/tool.ts";
import { toolsByName, withUniqueNames } from "./tool-names.ts";

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
    const message = `Agent "${agent.name}" needs "${id}", which is gone.`;
    throw new CapstanError("CAPABILITY_UNKNOWN", message);
  });
  const prompts = capabilities.map((capability) => capability.systemPrompt ?? "");
  const tools = withUniqueNames(
    capabilities
      .flatMap((capability) => capability.tools)
      .flatMap((toolId) => catalog.getTool(toolId) ?? [])
      .filter((tool) => tool.enabled),
  );
  const byName = toolsByName(tools);
  return {
    systemPrompt: [...prompts, agent.systemPrompt].filter(Boolean).join("\n\n"),
    tools,
    findTool: (name) => byName.get(name),
  };
}
