import type { Tool } from "../../schema/tool.ts";
import type { Understanding } from "./interpret.ts";
import { exampleOf, sayHelp } from "./say-help.ts";

/** Why nothing is done, or what a tool does for those who asked that. */
export function sayDecline(understood: Understanding, tools: readonly Tool[]): string {
  if (understood.kind === "explain") {
    const { tool } = understood.parse.known;
    return `${tool.name}: ${tool.description.slice(0, 500)} You can ask: ${exampleOf(tool)}`;
  }
  if (understood.kind === "none" && understood.act === "refusal") {
    return "All right, I do nothing.";
  }
  return `I did nothing: I am not sure what you want. ${sayHelp(tools)}`;
}
