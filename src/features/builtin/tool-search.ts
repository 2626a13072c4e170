import type { BuiltinCapability } from "../builtin-capability.ts";

export type FindTools = (
  sessionId: string | null,
  query: string,
  limit: number,
) => Promise<unknown>;

/** Finds the tools of an agent that are too many to be sent at once (P46). */
export function createToolSearch(find: FindTools): BuiltinCapability {
  return {
    id: "tool_search",
    name: "Tool Search",
    description: "Finds tools of the agent that were not sent to the model.",
    status: "available",
    icon: "search",
    category: "Utilities",
    tools: [
      {
        name: "search_tools",
        description:
          "You have more tools than you can see. Describe what you want to do; the tools that fit are added to yours and can be called from your next answer on.",
        examples: [
          "which tool can {query}",
          "find a tool for {query}",
          "is there a way to {query}",
        ],
        riskLevel: "LOW",
        behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 5_000 },
        inputSchema: {
          type: "object",
          properties: {
            query: { type: "string", minLength: 1, maxLength: 500 },
            limit: { type: "integer", minimum: 1, maximum: 20, default: 5 },
          },
          required: ["query"],
          additionalProperties: false,
        },
        run: ({ query, limit = 5 }, { sessionId }) => find(sessionId, String(query), Number(limit)),
      },
    ],
  };
}
