import type { Tool } from "../../schema/tool.ts";
import { knownTool } from "./known-tool.ts";
import { knownTools } from "./known-tools.ts";
import { showExample } from "./say-example.ts";

/** More than the agent that ships has: who asks what it can do is told all of it. */
const MOST = 20;

/** What this model can do with the tools it has, each with one way to ask for it. */
export function sayHelp(tools: readonly Tool[]): string {
  if (tools.length === 0) {
    return "This agent has no tools, so there is nothing that I can do. Give it capabilities first.";
  }
  return [
    "I am the offline model: I run this agent's tools and say what came out. You can ask for example:",
    ...exampleLines(tools, MOST),
  ].join("\n");
}

/** Ways to ask, one a line. */
export function exampleLines(tools: readonly Tool[], most: number): string[] {
  const { askable, calculator } = knownTools(tools);
  const offered = [...(calculator ? [calculator] : []), ...askable].map(({ tool }) => tool);
  const shown = variedly(offered).slice(0, most);
  const more = offered.length > most ? [`- … and ${offered.length - most} more`] : [];
  return [...shown.map((tool) => `- ${showExample(tool)}`), ...more];
}

/** One tool of each capability before the second of any; what needs nothing to be there first. */
function variedly(tools: readonly Tool[]): Tool[] {
  const seen = new Map<string, number>();
  return tools
    .toSorted((a, b) => needs(a) - needs(b))
    .map((tool) => {
      const rank = seen.get(tool.capabilityId) ?? 0;
      seen.set(tool.capabilityId, rank + 1);
      return { tool, rank };
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ tool }) => tool);
}

/** "read notes.txt" works only after that was written. */
function needs(tool: Tool): number {
  const { fields, effectful } = knownTool(tool);
  const needed = fields.filter(({ required }) => required);
  if (needed.length === 0) return 0;
  return !effectful && needed.some(({ kinds }) => kinds.has("path")) ? 2 : 1;
}
