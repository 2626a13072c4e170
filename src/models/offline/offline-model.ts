import { CapstanError } from "../../base/errors.ts";
import { type JsonValue, parseJson } from "../../base/json.ts";
import type { Model, ModelReply, ModelRequest } from "../../ports/model.ts";
import type { Tool } from "../../schema/tool.ts";

/**
 * The model without a key and without a network: it runs the tool that a message names, with the
 * input that stands behind the name, and says what came out. It never guesses.
 */
export function createOfflineModel(): Model {
  return {
    async respond(request) {
      const last = request.messages.at(-1);
      if (last?.role === "tool") return say(resultsOf(request));
      return readCommand(last?.content ?? "", request.tools);
    },
  };
}

function readCommand(text: string, tools: readonly Tool[]): ModelReply {
  const [, name = "", rest = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const tool = tools.find((it) => [it.toolId, it.wireName, it.name].includes(name));
  if (!tool) return say(whatItCanDo(tools));
  const input = readInput(rest);
  if (input === undefined) {
    return say(`What follows "${name}" is not JSON. Write for example: ${exampleOf(tool)}`);
  }
  return { text: "", toolCalls: [{ name: tool.toolId, input }] };
}

function readInput(text: string): JsonValue | undefined {
  if (text.trim() === "") return {};
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof CapstanError) return undefined;
    throw error;
  }
}

function whatItCanDo(tools: readonly Tool[]): string {
  if (tools.length === 0) return "No model is configured, and this agent has no tools.";
  const lines = tools.map((tool) => `  ${exampleOf(tool)}  ${tool.description}`);
  return `No model is configured, so name a tool and its input:\n${lines.join("\n")}`;
}

function exampleOf({ wireName, inputSchema }: Tool): string {
  const { required } = inputSchema;
  const fields = Array.isArray(required) ? required.map((field) => `"${field}": …`) : [];
  return `${wireName} {${fields.join(", ")}}`;
}

function resultsOf({ messages }: ModelRequest): string {
  const asked = messages.findLastIndex((message) => message.role === "assistant");
  return messages
    .slice(asked + 1)
    .map(({ toolId, content }) => `${toolId} answered ${content}`)
    .join("\n");
}

function say(text: string): ModelReply {
  return { text, toolCalls: [] };
}
