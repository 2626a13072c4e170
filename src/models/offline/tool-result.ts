import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";

export type ToolResult =
  | { readonly ok: true; readonly outputs: JsonValue }
  | { readonly ok: false; readonly state: string; readonly message: string };

const FAILED = new Set(["failed", "timeout", "blocked", "escalated", "cancelled"]);

/** What a tool message says: the outputs, or the state and the error of a call that came to nothing. */
export function readResult({ content, ranWith }: Pick<Message, "content" | "ranWith">): ToolResult {
  const told = parse(content);
  // Said around the result, where a person changed what ran.
  const outputs = ranWith !== undefined && isJsonObject(told) ? (told.result ?? null) : told;
  if (!isJsonObject(outputs) || !isJsonObject(outputs.error)) return { ok: true, outputs };
  const { state, error } = outputs;
  if (typeof state !== "string" || !FAILED.has(state)) return { ok: true, outputs };
  const message = typeof error.message === "string" ? error.message : String(error.code ?? state);
  return { ok: false, state, message };
}

function parse(content: string): JsonValue {
  try {
    return parseJson(content);
  } catch (error) {
    if (error instanceof CapstanError) return content;
    throw error;
  }
}
