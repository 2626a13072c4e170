import type { Tool } from "../../schema/tool.ts";
import type { RuntimeAgent } from "./compose.ts";
import { shownTool } from "./shown-tools.ts";

/** Best first, at most `limit`. */
export type SearchTools = (
  query: string,
  limit: number,
) => readonly { readonly tool: Pick<Tool, "toolId"> }[];

/** What `search_tools` answers. The name is the one to call it by. */
export type FoundTools = {
  readonly tools: readonly {
    readonly tool_id: string;
    readonly name: string;
    readonly description: string;
  }[];
  readonly total_deferred: number;
};

/** Only tools of this agent, whatever the search covers: others are none of its business. */
export function searchDeferred(
  { deferred, loaded }: Pick<RuntimeAgent, "deferred" | "loaded">,
  search: SearchTools,
  query: string,
  limit: number,
): FoundTools {
  const within = new Map([...deferred, ...loaded].map((tool) => [tool.toolId, tool]));
  const found = searchWithin(within, search, query, limit);
  return {
    tools: found.map(shownTool).map(({ toolId, wireName, description }) => ({
      tool_id: toolId,
      name: wireName,
      description,
    })),
    total_deferred: deferred.length,
  };
}

/** Asks for more until there are enough: the best of a whole catalog may all be of other agents. */
function searchWithin(
  within: ReadonlyMap<string, Tool>,
  search: SearchTools,
  query: string,
  limit: number,
): Tool[] {
  if (limit < 1 || within.size === 0) return [];
  for (let asked = limit; ; asked *= 4) {
    const hits = search(query, asked);
    const found = hits.flatMap(({ tool }) => within.get(tool.toolId) ?? []);
    if (found.length >= limit || hits.length < asked) return found.slice(0, limit);
  }
}
