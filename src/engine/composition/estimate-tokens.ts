import { estimateTokenCount } from "tokenx";
import type { Tool } from "../../schema/tool.ts";

export type EstimateTool = (tool: Tool) => number;

export const estimateText = (text: string): number => estimateTokenCount(text);

/** Of what a model is sent about a tool. A namespaced name would change it by a token or two. */
export function estimateTool({ wireName, description, inputSchema }: Tool): number {
  return estimateTokenCount(JSON.stringify({ name: wireName, description, schema: inputSchema }));
}
