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
      prompt.push({ role: "user", content: await userParts(message, request) });
    } else if (message.role === "assistant") {
      prompt.push(assistantMessage(message, names));
    } else {
      const result = toolResult(message, names);
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
  return prompt;
}

async function userParts(message: Message, request: ModelRequest): Promise<UserPart[]> {
  if (!message.parts) return [{ type: "text", text: message.content }];
  return Promise.all(message.parts.map((part) => userPart(part, request)));
}

async function userPart(part: ContentPart, { readFile }: ModelRequest): Promise<UserPart> {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "image" && readFile) {
    const data = await readFile(part.path);
    return { type: "file", data: { type: "data", data }, mediaType: part.mime };
  }
  return { type: "text", text: `[A file was attached: ${part.path}]` };
}

function assistantMessage(
  { content, toolCalls = [] }: Message,
  names: Map<string, string>,
): LanguageModelV4Message {
  return {
    role: "assistant",
    content: [
      ...(content === "" ? [] : [{ type: "text" as const, text: content }]),
      ...toolCalls.map(({ id, name, input }) => {
        // A model may have written anything: a provider takes only names of its own form back.
        const toolName = wireNameOf(name);
        names.set(id, toolName);
        return { type: "tool-call" as const, toolCallId: id, toolName, input };
      }),
    ],
  };
}

function toolResult(
  { invocationId = "", toolId = "", content }: Message,
  names: ReadonlyMap<string, string>,
): LanguageModelV4ToolResultPart {
  return {
    type: "tool-result",
    toolCallId: invocationId,
    toolName: names.get(invocationId) ?? wireNameOf(toolId),
    output: { type: "json", value: readResult(content) },
  };
}

function readResult(content: string): JsonValue {
  try {
    return parseJson(content);
  } catch {
    return content;
  }
}
