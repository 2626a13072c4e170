import type { Tool } from "../../schema/tool.ts";
import type { EstimateTool } from "./estimate-tokens.ts";
import type { ToolBudget } from "./tool-budget.ts";

export type Split = {
  /** The same for the whole session: a provider's prompt cache begins with them. */
  readonly firm: readonly Tool[];
  readonly loaded: readonly Tool[];
  readonly deferred: readonly Tool[];
};

type Options = {
  readonly budget: ToolBudget | undefined;
  /** Ids of tools that were found in this session, the newest last. */
  readonly found: readonly string[];
  readonly searchTool: Tool | undefined;
  readonly estimate: EstimateTool;
};

/** Over budget, the tools at the end of the order wait until `search_tools` finds them (P46). */
export function splitByBudget(tools: readonly Tool[], options: Options): Split {
  const { budget, found, estimate } = options;
  if (!budget || firstThatFit(tools, budget, estimate).length === tools.length) {
    return { firm: tools, loaded: [], deferred: [] };
  }
  const searchTool = budget.maxTools >= 1 ? options.searchTool : undefined;
  const others = tools.filter(({ toolId }) => toolId !== searchTool?.toolId);
  const start = searchTool ? [searchTool] : [];
  const room = less(budget, start, estimate);
  // Without it nothing can be found, and there is nothing to keep room for.
  const own = firstThatFit(others, searchTool ? half(room) : room, estimate);

  const firm = [...start, ...own];
  const rest = new Map(others.slice(own.length).map((tool) => [tool.toolId, tool]));
  const left = less(budget, firm, estimate);
  const candidates = [...new Set(found)]
    .flatMap((toolId) => rest.get(toolId) ?? [])
    .filter((tool) => estimate(tool) <= left.maxTokens);
  const loaded = firstThatFit(candidates.reverse(), left, estimate).reverse();

  for (const { toolId } of loaded) rest.delete(toolId);
  return { firm, loaded, deferred: [...rest.values()] };
}

/** Up to the first that does not: what is sent is a prefix, not a selection by size. */
function firstThatFit(tools: readonly Tool[], budget: ToolBudget, estimate: EstimateTool): Tool[] {
  let tokens = 0;
  const end = tools.findIndex((tool, index) => {
    tokens += estimate(tool);
    return index >= budget.maxTools || tokens > budget.maxTokens;
  });
  return tools.slice(0, end === -1 ? tools.length : end);
}

function less(budget: ToolBudget, tools: readonly Tool[], estimate: EstimateTool): ToolBudget {
  return {
    maxTools: budget.maxTools - tools.length,
    maxTokens: budget.maxTokens - tools.reduce((sum, tool) => sum + estimate(tool), 0),
  };
}

/** The other half, and at least one place, is for what will be found. */
function half({ maxTools, maxTokens }: ToolBudget): ToolBudget {
  return {
    maxTools: Math.min(Math.ceil(maxTools / 2), maxTools - 1),
    maxTokens: Math.ceil(maxTokens / 2),
  };
}
