import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { foldGrowing } from "../../base/fold-growing.ts";
import type { JsonValue } from "../../base/json.ts";
import { wireNameOf } from "../../base/wire-name.ts";
import type { ContentPart, Message } from "../../schema/message.ts";
import type { ModelRequest } from "../model.ts";

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** A conversation as providers take it: results of one answer's calls stand together behind it. */
export async function toPrompt(request: ModelRequest): Promise<LanguageModelV4Prompt> {
  const { prompt, attached } = converted(request.messages);
  for (const [at, parts] of attached) {
    prompt[at] = { role: "user", content: await userParts(parts, request) };
  }
  if (request.system !== "") prompt.unshift({ role: "system", content: request.system });
  return prompt;
}

type Converted = {
  readonly prompt: LanguageModelV4Message[];
  /** The name under which each call was made. */
  readonly names: Map<string, string>;
  /** Where in the prompt there are files, which are read for each request. */
  readonly attached: Map<number, readonly ContentPart[]>;
};

const converted = foldGrowing<Message, Converted>({
  start: () => ({ prompt: [], names: new Map(), attached: new Map() }),
  copy: ({ prompt, names, attached }) => ({
    prompt: [...prompt],
    names: new Map(names),
    attached: new Map(attached),
  }),
  add(state, message) {
    const { prompt, names, attached } = state;
    if (message.role === "user") {
      if (message.parts) attached.set(prompt.length, message.parts);
      prompt.push({ role: "user", content: [{ type: "text", text: message.content }] });
    } else if (message.role === "assistant") {
      names.clear();
      for (const { id, name } of message.toolCalls ?? []) names.set(id, sendable(name));
      prompt.push(assistantMessage(message, names));
    } else {
      const result = toolResult(message, names);
      const last = prompt.at(-1);
      // A new one: the one that is there may be remembered.
      if (last?.role === "tool")
        prompt[prompt.length - 1] = { ...last, content: [...last.content, result] };
      else prompt.push({ role: "tool", content: [result] });
    }
    return state;
  },
});

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

function assistantMessage(
  { content, toolCalls = [] }: Message,
  names: ReadonlyMap<string, string>,
): LanguageModelV4Message {
  return {
    role: "assistant",
    content: [
      ...(content === "" ? [] : [{ type: "text" as const, text: content }]),
      ...toolCalls.map(({ id, name, input }) => {
        const toolName = names.get(id) ?? sendable(name);
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
    toolName: names.get(invocationId) ?? sendable(toolId),
    output: { type: "json", value: readResult(content) },
  };
}

const MAX_SENDABLE = 1_000;
const sendables = new Map<string, string>();

/** A model may have written anything: a provider takes only names of its own form back. */
function sendable(name: string): string {
  const known = sendables.get(name);
  if (known !== undefined) return known;
  const wireName = wireNameOf(name);
  if (sendables.size >= MAX_SENDABLE) sendables.clear();
  sendables.set(name, wireName);
  return wireName;
}

/** Stored as JSON by the engine, which has checked it. */
function readResult(content: string): JsonValue {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
