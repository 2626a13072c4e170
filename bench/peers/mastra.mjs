import { join } from "node:path";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { LibSQLStore } from "@mastra/libsql";
import { Memory } from "@mastra/memory";
import * as z from "zod";
import { createMockModel } from "../turns/mock-model.ts";
import { SYSTEM, TOOL, TOOL_DESCRIPTION } from "../turns/script.ts";
import { fileBytes } from "../turns/stored-bytes.ts";

/** As much as all others send; by default it would forget all but the last ten messages. */
const ALL_MESSAGES = 100_000;
const MAX_STEPS = 5;

/** Mastra's agent with its memory in a LibSQL file. */
export async function open({ folder }) {
  const file = join(folder, "mastra.db");
  const storage = new LibSQLStore({ id: "bench", url: `file:${file}` });
  const agent = new Agent({
    id: "sums",
    name: "sums",
    instructions: SYSTEM,
    model: createMockModel(),
    tools: {
      [TOOL]: createTool({
        id: TOOL,
        description: TOOL_DESCRIPTION,
        inputSchema: z.object({ a: z.number(), b: z.number() }),
        outputSchema: z.object({ result: z.number() }),
        execute: async ({ a, b }) => ({ result: a + b }),
      }),
    },
    memory: new Memory({ storage, options: { lastMessages: ALL_MESSAGES } }),
  });
  let sessions = 0;
  return {
    openSession: async () => `${process.pid}-${++sessions}`,
    async say(sessionId, text) {
      const { text: answer } = await agent.generate(text, {
        memory: { thread: sessionId, resource: "owner" },
        maxSteps: MAX_STEPS,
      });
      return answer;
    },
    storedBytes: async () => fileBytes(file),
    close: async () => {},
  };
}
