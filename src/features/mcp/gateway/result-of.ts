import type { CallToolResult } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { resultNotes } from "../../../base/shown-call.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { Tool } from "../../../schema/tool.ts";
import { promisesObject } from "./describe-tool.ts";

/** What became of a call, as MCP answers it. */
export function resultOf(tool: Tool, outcome: Outcome): CallToolResult {
  const _meta = {
    "capstan/invocation-id": outcome.invocationId,
    "capstan/state": outcome.state,
    ...(outcome.error && { "capstan/code": outcome.error.code }),
  };
  const beside = besideOf(outcome).map(text);
  if (outcome.state !== "completed") {
    return { content: [text(failureOf(outcome)), ...beside], isError: true, _meta };
  }
  const { outputs = null } = outcome;
  if (promisesObject(tool.outputSchema) && isJsonObject(outputs)) {
    const content = [text(JSON.stringify(outputs)), ...beside];
    return { content, structuredContent: outputs, _meta };
  }
  if (isJsonObject(outputs) && isMcpContent(tool, outputs)) {
    const { content, structured_content: structured } = outputs;
    const parts = content as unknown as CallToolResult["content"];
    return {
      content: [...parts, ...beside],
      ...(isJsonObject(structured) && { structuredContent: structured }),
      _meta,
    };
  }
  return { content: [text(textOf(outputs)), ...beside], _meta };
}

/** Says a thing to the model that called. */
export function told(
  message: string,
  _meta: Readonly<Record<string, JsonValue>> = {},
): CallToolResult {
  return { content: [text(message)], isError: true, _meta: { ..._meta } };
}

function text(words: string) {
  return { type: "text" as const, text: words };
}

function textOf(outputs: JsonValue): string {
  return typeof outputs === "string" ? outputs : JSON.stringify(outputs);
}

export function failureOf({ state, error }: Outcome): string {
  if (!error) return `The call ended as "${state}".`;
  return `${error.message} (${error.code})`;
}

/** What a tool of an MCP server answered is passed on part by part. */
function isMcpContent({ sourceType }: Tool, outputs: JsonObject): boolean {
  return (
    sourceType === "mcp" && Array.isArray(outputs.content) && outputs.content.every(isContentPart)
  );
}

const PARTS: ReadonlySet<unknown> = new Set([
  ...["text", "image", "audio", "resource", "resource_link"],
]);

function isContentPart(part: JsonValue): boolean {
  return isJsonObject(part) && PARTS.has(part.type);
}

/** What a person should know beside the output. */
function besideOf({ notes = [], artifacts, ranWith, answer }: Outcome): string[] {
  return [
    ...resultNotes({ ran_with: ranWith, answer }),
    ...(artifacts.length === 0
      ? []
      : [`Files of its session: ${artifacts.map(({ path }) => path).join(", ")}`]),
    ...notes,
  ];
}
