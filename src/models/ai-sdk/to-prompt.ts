import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { type JsonValue, parseJson } from "../../base/json.ts";
import { wireNameOf } from "../../base/wire-name.ts";
import type { ModelRequest } from "../../ports/model.ts";
import type { ContentPart, Message } from "../../schema/message.ts";

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** A conversation as providers take it: results of one answer's calls stand together behind it. */
export async function toPrompt(request: ModelRequest): Promise<LanguageModelV4Prompt> {
  const names = new Map<string, string>();
  const prompt: LanguageModelV4Message[] = [];
  if (request.system !== "") prompt.push({ role: "system", content: request.system });
  for (const message of request.messages) {
    if (message.role === "user") {
      prompt.push(
        message.parts
          ? { role: "user", content: await userParts(message.parts, request) }
          : remembered(message, plainUser),
      );
    } else if (message.role === "assistant") {
      for (const { id, name } of message.toolCalls ?? []) names.set(id, name);
      prompt.push(remembered(message, assistantMessage));
    } else {
      const result = toolResult(message, names);
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
  return prompt;
}

// Messages never change, and the conversation keeps them: what a provider is sent is made once.
const made = new WeakMap<Message, LanguageModelV4Message>();

function remembered(message: Message, make: (message: Message) => LanguageModelV4Message) {
  const known = made.get(message) ?? make(message);
  made.set(message, known);
  return known;
}

function plainUser({ content }: Message): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text: content }] };
}

function userParts(parts: readonly ContentPart[], request: ModelRequest): Promise<UserPart[]> {
  return Promise.all(parts.map((part) => userPart(part, request)));
}

async function userPart(part: ContentPart, { readFile }: ModelRequest): Promise<UserPart> {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "image" && readFile) {
    const data = await readFile(part.path);
    return { type: "file", data: { type: "data", data }, mediaType: part.mime };
  }
  return { type: "text", text: `[A file was attached: ${part.path}]` };
}

function assistantMessage({ content, toolCalls = [] }: Message): LanguageModelV4Message {
  return {
    role: "assistant",
    content: [
      ...(content === "" ? [] : [{ type: "text" as const, text: content }]),
      ...toolCalls.map(({ id, name, input }) => {
        // A model may have written anything: a provider takes only names of its own form back.
        const toolName = wireNameOf(name);
        return { type: "tool-call" as const, toolCallId: id, toolName, input };
      }),
    ],
  };
}

const results = new WeakMap<Message, LanguageModelV4ToolResultPart>();

function toolResult(
  message: Message,
  names: ReadonlyMap<string, string>,
): LanguageModelV4ToolResultPart {
  const known = results.get(message);
  if (known) return known;
  const { invocationId = "", toolId = "", content } = message;
  const part: LanguageModelV4ToolResultPart = {
    type: "tool-result",
    toolCallId: invocationId,
    toolName: wireNameOf(names.get(invocationId) ?? toolId),
    output: { type: "json", value: readResult(content) },
  };
  results.set(message, part);
  return part;
}

function readResult(content: string): JsonValue {
  try {
    return parseJson(content);
  } catch {
    return content;
  }
}
