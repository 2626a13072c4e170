import { generateText, type ModelMessage, stepCountIs, streamText, tool } from "ai";
import * as z from "zod";
import type { Contender } from "./contender.ts";
import { createMockModel } from "./mock-model.ts";
import { SYSTEM, TOOL, TOOL_DESCRIPTION } from "./script.ts";

const MAX_STEPS = 5;

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
    const result = streamText({ ...common, messages });
    for await (const _ of result.textStream);
    return { text: await result.text, response: await result.response };
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
      const { text: answered, response } = await answer(messages);
      messages.push(...response.messages);
      return answered;
    },
    storedBytes: async () => 0,
    close: async () => {},
  };
}
