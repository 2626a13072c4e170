import { generateText, type ModelMessage, stepCountIs, streamText, tool } from "ai";
import * as z from "zod";
import type { Contender } from "./contender.ts";
import { createMockModel } from "./mock-model.ts";
import { SYSTEM, TOOL, TOOL_DESCRIPTION } from "./script.ts";

const MAX_STEPS = 5;
/** The call, its result and the answer: with the question, a turn is four messages everywhere. */
const ANSWERED_BY = 3;

/**
 * The loop that the SDK's manual shows first: tools with `execute`, messages in an array. It decides
 * nothing, records nothing and stores nothing.
 */
export function openBareAi(kind: "stream" | "generate"): Contender {
  const sessions = new Map<string, ModelMessage[]>();
  const common = {
    model: createMockModel(),
    instructions: SYSTEM,
    tools: {
      [TOOL]: tool({
        description: TOOL_DESCRIPTION,
        inputSchema: z.object({ a: z.number(), b: z.number() }),
        execute: async ({ a, b }) => ({ result: a + b }),
      }),
    },
    stopWhen: stepCountIs(MAX_STEPS),
  };

  async function answer(messages: ModelMessage[]) {
    if (kind === "generate") return generateText({ ...common, messages });
    const kept: ModelMessage[] = [];
    // Cheaper than `result.text` and `result.responseMessages`, for which the stream is split.
    const { textStream } = streamText({
      ...common,
      messages,
      onEnd: ({ responseMessages }) => void kept.push(...responseMessages),
    });
    let text = "";
    for await (const piece of textStream) text += piece;
    return { text, responseMessages: kept };
  }

  return {
    async openSession() {
      const id = `session_${sessions.size}`;
      sessions.set(id, []);
      return id;
    },
    async say(sessionId, text) {
      const messages = sessions.get(sessionId) ?? [];
      messages.push({ role: "user", content: text });
      // Of all steps: `response.messages` would be those of the last one, half of the conversation.
      const { text: answered, responseMessages } = await answer(messages);
      if (responseMessages.length !== ANSWERED_BY) throw new Error("Not all messages are kept.");
      messages.push(...responseMessages);
      return answered;
    },
    storedBytes: async () => 0,
    close: async () => {},
  };
}
