import { matchesPattern } from "../../../base/matches-pattern.ts";
import { composeSession } from "../../../engine/composition/compose-session.ts";
import type { Engine } from "../../../engine/engine.ts";
import { requireAgent } from "../../../engine/sessions/agents.ts";
import type { CatalogEntry } from "../../../gate/catalog/catalog-entry.ts";
import { matchesFilter } from "../../../gate/catalog/tool-filter.ts";
import type { Tool } from "../../../schema/tool.ts";
import { createToolNames } from "./tool-names.ts";
import type { View } from "./view.ts";

/** A tool, and what a client calls it. */
export type NamedTool = { readonly name: string; readonly tool: Tool };

export type ToolBook = {
  /** What a client is shown, by name. */
  list(view: View): Promise<readonly NamedTool[]>;
  /** One of them, by its name or its id. */
  find(view: View, name: string): Promise<NamedTool | undefined>;
};

type Page = {
  readonly version: number;
  readonly tools: readonly NamedTool[];
  readonly byName: ReadonlyMap<string, NamedTool>;
};

const MAX_PAGES = 200;
/** Finds tools of an agent that its model was not sent: a client has a search of its own. */
const OWN_SEARCH = "tool_search";

/** What of the catalog each view shows, and under which names, made anew when the catalog moves. */
export function createToolBook(engine: Engine): ToolBook {
  const { catalog } = engine.gate;
  const names = createToolNames(engine.gate.store);
  const pages = new Map<string, Page>();

  async function pageOf(view: View): Promise<Page> {
    const key = JSON.stringify(view);
    const known = pages.get(key);
    // An agent may be another without a change of the catalog.
    if (known?.version === catalog.version && view.agent === undefined) return known;
    const { version } = catalog;
    const all = await toolsOf(view);
    const tools = all
      .filter((it) => isShown(view, it))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const byName = new Map(tools.map((it) => [it.tool.toolId, it]));
    for (const it of tools) byName.set(it.name, it);
    if (pages.size >= MAX_PAGES) pages.clear();
    const page = { version, tools, byName };
    pages.set(key, page);
    return page;
  }

  async function toolsOf(view: View): Promise<NamedTool[]> {
    if (view.agent !== undefined) {
      const agent = await requireAgent(engine, view.agent);
      const { tools, deferred } = await composeSession(engine, { agent });
      return [...tools, ...deferred].map((tool) => ({ name: tool.wireName, tool }));
    }
    const entries = catalog
      .listTools()
      .flatMap(({ toolId }) => catalog.getEntry(toolId) ?? [])
      .filter(({ perSession }) => !perSession);
    if (view.server !== undefined) {
      return entries.filter((entry) => isOf(entry, view.server)).map(ownName);
    }
    const given = await names(entries.map(({ tool }) => tool));
    return entries.map(({ tool }) => ({ name: given.get(tool.toolId) ?? tool.wireName, tool }));
  }

  return {
    list: async (view) => (await pageOf(view)).tools,
    find: async (view, name) => (await pageOf(view)).byName.get(name),
  };
}

export function isShown(view: View, { name, tool }: NamedTool): boolean {
  if (tool.capabilityId === OWN_SEARCH || !matchesFilter(tool, { riskMax: view.risk }))
    return false;
  return (
    view.allow?.some((it) => matchesPattern(it, tool.toolId) || matchesPattern(it, name)) ?? true
  );
}

function isOf({ execution }: CatalogEntry, server: string | undefined): boolean {
  return execution.type === "mcp" && execution.server === server;
}

function ownName({ tool, execution }: CatalogEntry): NamedTool {
  return { name: String(execution.tool), tool };
}
