import type { Message } from "../../schema/message.ts";
import type { Tool } from "../../schema/tool.ts";
import { sayResult } from "./say-result.ts";
import { readResult } from "./tool-result.ts";

/** One sentence for each result of a turn, in the order of the calls. */
export function tellResults(
  steps: readonly Message[],
  tools: readonly Tool[],
  isTold: (at: number) => boolean = () => true,
): string[] {
  const calls = steps.flatMap(({ toolCalls = [] }) => toolCalls);
  return steps
    .filter(({ role }) => role === "tool")
    .flatMap((message, at) => {
      const made = calls.find(({ id }) => id === message.invocationId) ?? calls[at];
      const id = message.toolId ?? made?.toolId;
      const name = tools.find(({ toolId }) => toolId === id)?.name ?? made?.name ?? "The call";
      const result = readResult(message);
      if (result.ok && !isTold(at)) return [];
      if (result.ok) return sayResult(name, made?.input ?? null, result.outputs);
      if (name === "calculate" && result.state === "failed") {
        return `I cannot work that out: ${result.message}`;
      }
      return result.state === "blocked"
        ? `${name} was not allowed to run: ${result.message}`
        : `${name} did not work: ${result.message}`;
    });
}
