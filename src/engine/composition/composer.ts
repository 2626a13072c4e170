import { createBoundedMap } from "../../base/bounded-map.ts";
import type { Catalog } from "../../gate/catalog/catalog.ts";
import type { Agent } from "../../schema/agent.ts";
import type { Tool } from "../../schema/tool.ts";
import { type ComposeParts, type ComposeState, compose, type RuntimeAgent } from "./compose.ts";
import { estimateTool } from "./estimate-tokens.ts";

export type Composer = (agent: Agent, state?: ComposeState) => RuntimeAgent;

type Composed = {
  readonly version: number;
  readonly systemPrompt: string;
  readonly model: string | undefined;
  readonly capabilities: string;
  readonly result: RuntimeAgent;
};

const MAX_COMPOSED = 200;

/** Composes once for as long as nothing it depends on is another: every model call asks for it. */
export function createComposer(
  catalog: Catalog,
  parts: Omit<ComposeParts, "estimate"> = {},
): Composer {
  const known = createBoundedMap<string, Composed>(MAX_COMPOSED);
  const estimate = rememberEstimates();
  return (agent, state = {}) => {
    const { version } = catalog;
    const { systemPrompt, model } = agent;
    // Agents come from the store, each time as another object.
    const capabilities = JSON.stringify(agent.capabilities);
    const key = JSON.stringify([
      agent.id,
      state.attached ?? [],
      state.loaded ?? [],
      state.budget ?? null,
      [...(state.called ?? [])],
      state.contributions?.map((one) => one.key) ?? [],
    ]);
    const before = known.get(key);
    if (
      before?.version === version &&
      before.systemPrompt === systemPrompt &&
      before.model === model &&
      before.capabilities === capabilities
    ) {
      return before.result;
    }
    const result = compose(catalog, agent, state, { ...parts, estimate });
    known.set(key, { version, systemPrompt, model, capabilities, result });
    return result;
  };
}

/** Reading a tool's schema is most of the cost of composing, and the catalog keeps what is the same. */
function rememberEstimates(): (tool: Tool) => number {
  const estimates = new WeakMap<Tool, number>();
  return (tool) => {
    const known = estimates.get(tool) ?? estimateTool(tool);
    estimates.set(tool, known);
    return known;
  };
}
