import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";

export type Command =
  | { readonly tool: Tool; readonly input: JsonObject }
  | { readonly problem: string };

/** Reads the explicit form, `tool_name {"field": 1}`; `undefined` when the text is none. */
export function readCommand(text: string, tools: readonly Tool[]): Command | undefined {
  const [, name = "", rest = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  // "/hello": a command of an extension, as its author writes it.
  const named = name.replace(/^\/(?=[A-Za-z])/, "");
  const tool =
    tools.find((it) => [it.toolId, it.wireName, it.name].includes(name)) ??
    tools.find((it) => it.sourceType === "ext" && it.name === named);
  if (!tool || !/^(?:[{[]|$)/.test(rest)) return undefined;
  if (rest === "") return hasRequired(tool) ? undefined : { tool, input: {} };
  const input = readInput(rest);
  if (isJsonObject(input)) return { tool, input };
  return {
    problem: `The text after "${name}" is not a JSON object. Write for example: ${formOf(tool)}`,
  };
}

function readInput(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof CapstanError) return undefined;
    throw error;
  }
}

function hasRequired({ inputSchema }: Tool): boolean {
  return Array.isArray(inputSchema.required) && inputSchema.required.length > 0;
}

function formOf({ wireName, inputSchema }: Tool): string {
  const { required } = inputSchema;
  const fields = Array.isArray(required) ? required.map((field) => `"${field}": …`) : [];
  return `${wireName} {${fields.join(", ")}}`;
}
