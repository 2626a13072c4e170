import { isDeepStrictEqual } from "node:util";
import type { ModelReply } from "../../src/models/model.ts";
import { createOfflineModel } from "../../src/models/offline/offline-model.ts";
import type { Message } from "../../src/schema/message.ts";
import type { Tool } from "../../src/schema/tool.ts";
import { fixtureId, makeMessage } from "../../src/testing/fixtures.ts";
import type { OfflineRequest } from "./requests.ts";
import { toolsOfAgents } from "./tools.ts";

export type Verdict = {
  readonly request: OfflineRequest;
  readonly isRight: boolean;
  /** An effectful tool was called, and not as it was meant. */
  readonly isWrongEffect: boolean;
  readonly replies: readonly ModelReply[];
};

/** Monday morning: what "tomorrow" in the requests counts from. */
const NOW = "2026-11-16T09:00:00.000Z";
const AGENTS = toolsOfAgents();
const model = createOfflineModel();

export async function scoreRequest(request: OfflineRequest): Promise<Verdict> {
  const tools = AGENTS.get(request.agent) ?? [];
  const messages: Message[] = [makeMessage({ content: request.text, createdAt: NOW })];
  const replies: ModelReply[] = [];
  for (let step = 0; step < Math.max(1, request.calls.length); step++) {
    const reply = await respond(messages, tools);
    replies.push(reply);
    if (reply.toolCalls.length === 0) break;
    messages.push(...answered(reply, step, tools));
  }
  const made = replies.flatMap(({ toolCalls }) => toolCalls);
  const isExpected = made.map(({ name, input }, at) =>
    isDeepStrictEqual({ tool: nameOf(name, tools), input }, request.calls[at]),
  );
  const asks = replies[0]?.questions?.[0]?.name;
  const isRight =
    made.length === request.calls.length && isExpected.every(Boolean) && asks === request.ask;
  const isWrongEffect = made.some(
    ({ name }, at) => !isExpected[at] && isEffectful(tools.find(({ toolId }) => toolId === name)),
  );
  return { request, isRight, isWrongEffect, replies };
}

export async function respond(messages: readonly Message[], tools: readonly Tool[]) {
  const { signal } = new AbortController();
  return model.respond({ system: "", tools, messages, callsBefore: 0, signal });
}

function answered(reply: ModelReply, step: number, tools: readonly Tool[]): Message[] {
  const calls = reply.toolCalls.map(({ name, input }, at) => ({
    id: fixtureId("inv", step * 10 + at),
    toolId: name,
    name: nameOf(name, tools) ?? name,
    input,
  }));
  const content = JSON.stringify({ content: "CONTENT", result: 7 });
  return [
    makeMessage({ role: "assistant", content: reply.text, toolCalls: calls, createdAt: NOW }),
    ...calls.map(({ id, toolId }) =>
      makeMessage({ role: "tool", content, toolId, invocationId: id, createdAt: NOW }),
    ),
  ];
}

function nameOf(toolId: string, tools: readonly Tool[]): string | undefined {
  return tools.find((tool) => tool.toolId === toolId)?.name;
}

function isEffectful(tool: Tool | undefined): boolean {
  return tool === undefined || !tool.behaviour.readOnly;
}
