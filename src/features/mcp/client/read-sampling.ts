import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { stripHidden } from "../../../base/strip-hidden.ts";
import type { Sampling } from "../../../gate/executor.ts";

const MAX_MESSAGES = 50;
const MAX_CHARACTERS = 100_000;

export const NOT_ALLOWED =
  'This server may not ask a model. Who owns this Capstan allows it with "capstan": {"sampling": true} in the settings of the server.';

/** What a server wants a model to answer, in the middle of a call (sampling). */
export function readSampling({ systemPrompt, messages, maxTokens, tools }: JsonObject): Sampling {
  const all = Array.isArray(messages) ? messages : [];
  const texts = all.map(textOf);
  const system = typeof systemPrompt === "string" ? stripHidden(systemPrompt) : "";
  const size = texts.reduce((sum, text) => sum + (text?.length ?? 0), system.length);
  const isLong = all.length > MAX_MESSAGES || size > MAX_CHARACTERS;
  const refused =
    texts.includes(undefined) || tools !== undefined
      ? "Only text is passed on to a model, and no tools."
      : isLong
        ? `More than ${MAX_MESSAGES} messages, or ${MAX_CHARACTERS} characters, are not passed on.`
        : undefined;
  return {
    system: isLong ? "" : system,
    messages: isLong
      ? []
      : all.map((message, n) => ({ role: roleOf(message), text: stripHidden(texts[n] ?? "") })),
    maxTokens: typeof maxTokens === "number" ? maxTokens : 1_000,
    refused,
  };
}

function roleOf(message: JsonValue): "user" | "assistant" {
  return isJsonObject(message) && message.role === "assistant" ? "assistant" : "user";
}

/** Undefined for what is no text. */
function textOf(message: JsonValue): string | undefined {
  const content = isJsonObject(message) ? message.content : undefined;
  const parts = [content]
    .flat()
    .map((part) =>
      isJsonObject(part) && part.type === "text" && typeof part.text === "string"
        ? part.text
        : undefined,
    );
  return parts.includes(undefined) ? undefined : parts.join("\n");
}
