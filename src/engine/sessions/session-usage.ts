import type { Message } from "../../schema/message.ts";
import type { Session } from "../../schema/session.ts";
import { composeSession } from "../composition/compose-session.ts";
import { estimateText } from "../composition/estimate-tokens.ts";
import { transcript } from "../conversation.ts";
import type { Engine } from "../engine.ts";

export type SessionUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** By the prices in the settings; null where none of its models has one. */
  readonly cost: number | null;
  readonly turns: number;
  readonly modelCalls: number;
  /** What the next request to the model would hold, estimated. */
  readonly context: {
    readonly promptTokens: number;
    readonly toolTokens: number;
    readonly historyTokens: number;
    /** Of tools that are not sent, but found by search_tools. */
    readonly deferredTokens: number;
  };
};

export async function sessionUsage(engine: Engine, session: Session): Promise<SessionUsage> {
  const messages = await engine.conversations.load(session);
  const replies = messages.filter(({ role }) => role === "assistant");
  const sum = (of: "inputTokens" | "outputTokens") =>
    messages.reduce((total, { usage }) => total + (usage?.[of] ?? 0), 0);
  const agent = await engine.gate.store.agents.get(session.agentId);
  const tokens = agent
    ? (await composeSession(engine, { agent, attachments: session.attachments, messages })).tokens
    : NO_TOKENS;
  const history = transcript(messages).map(({ content, toolCalls }) =>
    toolCalls
      ? content + JSON.stringify(toolCalls.map(({ name, input }) => [name, input]))
      : content,
  );
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cost: costOf(messages),
    turns: session.turn,
    modelCalls: replies.length,
    context: {
      promptTokens: tokens.prompt,
      toolTokens: tokens.tools,
      historyTokens: history.reduce((total, text) => total + estimateText(text), 0),
      deferredTokens: tokens.deferred,
    },
  };
}

function costOf(messages: readonly Message[]): number | null {
  const known = messages.flatMap(({ usage }) => usage?.cost ?? []);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}

const NO_TOKENS = { prompt: 0, tools: 0, deferred: 0 };
