import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { shownTool } from "../../../engine/composition/shown-tools.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { NamedTool } from "./tool-book.ts";

const MOST_FOUND = 20;
const FOUND = 5;
const MAX_QUERY = 500;

export const SEARCH_TOOLS = "search_tools";
export const CALL_TOOL = "call_tool";

/** Instead of hundreds of tools: two that find and call them. */
export const SEARCH_MODE: readonly McpTool[] = [
  {
    name: SEARCH_TOOLS,
    title: "Search tools",
    description:
      "Finds tools by what they do. Describe what you want to do; each tool that fits is answered with its name, its description and the schema of its arguments, to be called with call_tool.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, maxLength: MAX_QUERY },
        limit: { type: "integer", minimum: 1, maximum: MOST_FOUND, default: FOUND },
      },
      required: ["query"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  {
    name: CALL_TOOL,
    title: "Call a tool",
    description: "Calls a tool that search_tools has found, by its name and with its arguments.",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, maxLength: 256 },
        arguments: { type: "object" },
      },
      required: ["name"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
];

export type Found = Pick<McpTool, "name" | "description" | "inputSchema"> & {
  readonly risk_level: string;
};

/** The best first, of those that this client is shown. */
export function searchTools(
  { gate }: Engine,
  shown: readonly NamedTool[],
  { query, limit }: { readonly query: string; readonly limit?: number | undefined },
): Found[] {
  const byId = new Map(shown.map((it) => [it.tool.toolId, it]));
  return gate.catalog
    .listTools({ search: query.slice(0, MAX_QUERY) })
    .flatMap(({ toolId }) => byId.get(toolId) ?? [])
    .slice(0, Math.min(Math.max(1, limit ?? FOUND), MOST_FOUND))
    .map(({ name, tool }) => {
      const { description, inputSchema } = shownTool(tool);
      return {
        name,
        description,
        inputSchema: { ...inputSchema, type: "object" } as McpTool["inputSchema"],
        risk_level: tool.riskLevel,
      };
    });
}
