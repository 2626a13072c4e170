import type { JsonObject } from "../../base/json.ts";
import { stripHidden } from "../../base/strip-hidden.ts";
import type { Catalog } from "../../gate/catalog/catalog.ts";
import type { CapabilityHooks, Hooks } from "../../gate/hooks.ts";
import type { Agent } from "../../schema/agent.ts";
import { readEntry } from "../../schema/capability-entry.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Contribution, Owned, Shortened } from "../session-feature.ts";
import { type Attached, attachCapabilities } from "./attach-capabilities.ts";
import { type EstimateTool, estimateText, estimateTool } from "./estimate-tokens.ts";
import { SEARCH_TOOLS } from "./loaded-tools.ts";
import { mergePrompt } from "./merge-prompt.ts";
import { readAliases } from "./read-aliases.ts";
import { splitByBudget } from "./split-by-budget.ts";
import type { ToolBudget } from "./tool-budget.ts";
import { nameTools, toolsByName } from "./tool-names.ts";
import { deferredWarnings, renamedWarnings } from "./tool-warnings.ts";

/** A fully configured agent: the loop knows a prompt and tools, and nothing of capabilities (E7). */
export type RuntimeAgent = {
  readonly systemPrompt: string;
  /** What the model is sent; those that were found in this session come last. */
  readonly tools: readonly Tool[];
  /** Those of `tools` that were found. */
  readonly loaded: readonly Tool[];
  /** On the agent, and found by `search_tools` only. */
  readonly deferred: readonly Tool[];
  /**
   * Finds a tool that is sent by whatever a model may call it: wire name, alias, name or id; one that
   * waits behind a search by its id alone.
   */
  readonly findTool: (name: string) => Tool | undefined;
  /** The model that the agent wants; the server's when it wants none. */
  readonly model: string | undefined;
  /** Ids of the capabilities that contribute, in order. */
  readonly capabilities: readonly string[];
  readonly configOf: (capabilityId: string) => JsonObject;
  /** What those capabilities do about calls and messages, in order. */
  readonly hooks: readonly CapabilityHooks[];
  readonly warnings: readonly string[];
  /** Whether descriptions of its features had to become shorter. */
  readonly shortened: Shortened;
  readonly tokens: { readonly prompt: number; readonly tools: number; readonly deferred: number };
};

export type ComposeState = {
  /** Ids of capabilities that this session has beside the agent's. */
  readonly attached?: readonly string[];
  /** Ids of tools that `search_tools` has found in this session, the newest last. */
  readonly loaded?: readonly string[];
  readonly budget?: ToolBudget;
  /** Names that tools have had in this session: a newcomer does not take them (X4). */
  readonly called?: ReadonlyMap<string, string>;
  readonly contributions?: readonly Contribution[];
};

export type ComposeParts = {
  /** By the id of the capability that has them. */
  readonly hooks?: ReadonlyMap<string, Hooks>;
  readonly owned?: readonly Owned[];
  readonly estimate?: EstimateTool;
};

const NO_HOOKS: ReadonlyMap<string, Hooks> = new Map();

/**
 * Capabilities in the agent's order, each after what it needs: their prompts first, then the
 * agent's own; their tools merged, each under a name of its own (E51, E52, X4, X15). The same
 * input gives the same bytes.
 */
export function compose(
  catalog: Catalog,
  agent: Agent,
  state: ComposeState = {},
  { hooks = NO_HOOKS, owned = [], estimate = estimateTool }: ComposeParts = {},
): RuntimeAgent {
  const { loaded: found = [], budget, called, contributions = [] } = state;
  const base = new Set(contributions.flatMap(({ capabilities }) => capabilities));
  const added = contributions.flatMap((one) => one.tools);
  const given = withAttached(agent, state.attached ?? [], base);
  const { attached, warnings } = attachCapabilities(catalog, given, owned);
  const own = inOrder(toolsOf(catalog, attached), { base, added, owned });
  const { aliases, warnings: aliasWarnings } = readAliases(attached, own, owned);
  const searchTool = enabled(catalog.getTool(SEARCH_TOOLS));
  const split = splitByBudget(own, { budget, found, searchTool, estimate });
  const kept = keepCalled(called, own, { aliases, base });
  // A session knew the others before a feature added its own: these get out of the way (X4).
  const isNew = new Set(added.map(({ toolId }) => toolId));
  const newcomers = split.firm.filter(({ toolId }) => isNew.has(toolId));
  const firm = split.firm.filter(({ toolId }) => !isNew.has(toolId));
  const names = nameTools(firm, [...newcomers, ...split.loaded, ...split.deferred], kept);
  const loaded = rename(split.loaded, names);
  const deferred = rename(split.deferred, names);
  const tools = [...rename(split.firm, names), ...loaded];

  const blocks = contributions.map((one) => one.block());
  const systemPrompt = mergePrompt({
    // Written by others: a person who reads them sees all that the model reads (A94).
    additions: attached.map(({ capability }) => stripHidden(capability.systemPrompt ?? "")),
    blocks: blocks.map(({ text }) => text),
    own: agent.systemPrompt,
  });
  const tokens = {
    prompt: estimateText(systemPrompt),
    tools: total(split.firm, estimate) + total(split.loaded, estimate),
    deferred: total(split.deferred, estimate),
  };
  const byName = toolsByName(tools);
  // Who knows the whole id need not search: a plan names tools by it.
  const waiting = new Map(deferred.map((tool) => [tool.toolId, tool]));
  const configs = new Map(attached.map(({ capability, config }) => [capability.id, config]));
  return {
    systemPrompt,
    tools,
    loaded,
    deferred,
    findTool: (name) => byName.get(name) ?? waiting.get(name),
    model: agent.model,
    capabilities: attached.map(({ capability }) => capability.id),
    configOf: (capabilityId) => configs.get(capabilityId) ?? {},
    hooks: attached.flatMap(({ capability: { id } }) => {
      const own = hooks.get(id);
      return own ? [{ capabilityId: id, hooks: own }] : [];
    }),
    warnings: [
      ...warnings,
      ...aliasWarnings,
      ...renamedWarnings(split, names, aliases),
      ...deferredWarnings(tools, deferred, tokens.deferred),
      ...blocks.flatMap((block) => block.warnings),
    ],
    shortened: blocks.find(({ shortened }) => shortened !== "no")?.shortened ?? "no",
    tokens,
  };
}

/** One that the agent has already stays where the agent has it. */
function withAttached(agent: Agent, given: readonly string[], base: ReadonlySet<string>): Agent {
  if (given.length === 0 && base.size === 0) return agent;
  const listed = new Set(agent.capabilities.map((entry) => readEntry(entry).id));
  const before = [...base].filter((id) => !listed.has(id));
  const more = [...new Set(given)].filter((id) => !listed.has(id) && !base.has(id));
  return { ...agent, capabilities: [...before, ...agent.capabilities, ...more] };
}

type Added = {
  readonly base: ReadonlySet<string>;
  readonly added: readonly Tool[];
  readonly owned: readonly Owned[];
};

/** Tools of features come first: a tool that was just enabled is in the next call (P21). */
function inOrder(tools: readonly Tool[], { base, added, owned }: Added): readonly Tool[] {
  const isOwned = new Set(owned.flatMap(({ capabilities }) => capabilities));
  const isBase = ({ capabilityId }: Tool) => base.has(capabilityId);
  const others = tools.filter((tool) => !isBase(tool) && !isOwned.has(tool.capabilityId));
  return [...tools.filter(isBase), ...added, ...others];
}

/** What the agent's owner chose stands; then what the conversation knows, each name once. */
function keepCalled(
  called: ReadonlyMap<string, string> = new Map(),
  own: readonly Tool[],
  { aliases, base }: Pick<Added, "base"> & { readonly aliases: ReadonlyMap<string, string> },
): ReadonlyMap<string, string> {
  const kept = new Map(aliases);
  // Prompts name them: they never collide (X4).
  for (const tool of own) {
    if (base.has(tool.capabilityId)) kept.set(tool.toolId, tool.wireName);
  }
  const taken = new Set(kept.values());
  for (const { toolId } of own) {
    const name = called.get(toolId);
    if (name === undefined || kept.has(toolId) || taken.has(name)) continue;
    kept.set(toolId, name);
    taken.add(name);
  }
  return kept;
}

function toolsOf(catalog: Catalog, attached: readonly Attached[]): Tool[] {
  const ids = new Set(attached.flatMap(({ capability }) => capability.tools));
  return [...ids].flatMap((toolId) => enabled(catalog.getTool(toolId)) ?? []);
}

function enabled(tool: Tool | undefined): Tool | undefined {
  return tool?.enabled ? tool : undefined;
}

/** Most keep their name, and then the very object: what hangs on it is found again. */
function rename(tools: readonly Tool[], names: ReadonlyMap<string, string>): Tool[] {
  return tools.map((tool) => {
    const wireName = names.get(tool.toolId) ?? tool.wireName;
    return tool.wireName === wireName ? tool : { ...tool, wireName };
  });
}

function total(tools: readonly Tool[], estimate: EstimateTool): number {
  return tools.reduce((sum, tool) => sum + estimate(tool), 0);
}
