import type { SourceType } from "../api/tool.ts";

const WORDS = new Map<SourceType, string>([
  ["builtin", "Ships with Capstan"],
  ["skill", "A skill folder"],
  ["agent", "A manifest agent"],
  ["pack", "A pack"],
  ["ext", "Added on this server"],
  ["mcp", "An MCP server"],
]);

const SHORT = new Map<SourceType, string>([
  ["builtin", "Built in"],
  ["skill", "Skill"],
  ["agent", "Agent"],
  ["pack", "Pack"],
  ["ext", "Extension"],
  ["mcp", "MCP"],
]);

export function sourceWords(kind: SourceType): string {
  return WORDS.get(kind) ?? kind;
}

export function kindWords(kind: SourceType): string {
  return SHORT.get(kind) ?? kind;
}
