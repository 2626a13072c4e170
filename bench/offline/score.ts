import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/base/json.ts";
import { createToolIndex, type ToolIndex } from "../../src/gate/catalog/search/tool-index.ts";
import type { ModelReply } from "../../src/models/model.ts";
import { createOfflineModel } from "../../src/models/offline/offline-model.ts";
import type { Message } from "../../src/schema/message.ts";
import type { Tool } from "../../src/schema/tool.ts";
import { makeMessage } from "../../src/testing/fixtures.ts";
import type { ExpectedCall, OfflineRequest } from "./requests.ts";
import { toolsOfAgents } from "./tools.ts";

/**
 * `right`: the expected call was made. `card`: one of the cards is the expected call, and its fields
 * have no other values. `apart`: cards of other tools. `declined`: neither. `wrong`: any other call.
 */
export const VERDICTS = ["right", "card", "apart", "declined", "wrong"] as const;
export type Verdict = (typeof VERDICTS)[number];

export type Scored = {
  readonly request: OfflineRequest;
  readonly verdict: Verdict;
  readonly reply: ModelReply;
};

/** Monday morning: "tomorrow" in the requests counts from it. */
const NOW = "2026-11-16T09:00:00.000Z";
const AGENTS = toolsOfAgents();
const model = createOfflineModel();
const indexes = new WeakMap<readonly Tool[], ToolIndex>();

export async function scoreRequest(request: OfflineRequest): Promise<Scored> {
  const tools = AGENTS.get(request.agent) ?? [];
  const reply = await respond([makeMessage({ content: request.text, createdAt: NOW })], tools);
  return { request, verdict: verdictOf(request, reply, tools), reply };
}

export async function respond(messages: readonly Message[], tools: readonly Tool[]) {
  const { signal } = new AbortController();
  const index = indexes.get(tools) ?? createToolIndex(tools);
  indexes.set(tools, index);
  const findTools = (text: string, limit: number) => index.search(text, limit);
  return model.respond({ system: "", tools, messages, callsBefore: 0, signal, findTools });
}

function verdictOf({ calls, ask }: OfflineRequest, reply: ModelReply, tools: readonly Tool[]) {
  const nameOf = (id: string) => tools.find(({ toolId }) => toolId === id)?.name;
  const [made] = reply.toolCalls;
  if (made) {
    const isRight = isDeepStrictEqual({ tool: nameOf(made.name), input: made.input }, calls[0]);
    return isRight ? "right" : "wrong";
  }
  if (!reply.offer) return calls.length === 0 && ask === undefined ? "right" : "declined";
  const isCard = reply.offer.some(({ steps }) =>
    steps.some(({ toolId, inputs }) => {
      const name = nameOf(toolId);
      if (ask !== undefined) return name === ask.split(".")[0];
      return calls.some((call) => call.tool === name && isPartOf(inputs, call));
    }),
  );
  return isCard ? "card" : "apart";
}

/** Every value of the card is one of the expected call; text may be shown without its last mark. */
function isPartOf(inputs: JsonObject, { input }: ExpectedCall): boolean {
  return Object.entries(inputs).every(([name, value]) => isSame(value, input[name]));
}

function isSame(a: JsonValue, b: JsonValue | undefined): boolean {
  if (isJsonObject(a) && typeof a.$from === "string") return true;
  return isDeepStrictEqual(a, b);
}
