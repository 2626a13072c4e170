import { join } from "node:path";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import * as z from "zod";
import { ANSWER, CALL_INPUT, SYSTEM, TOOL, TOOL_DESCRIPTION } from "../turns/script.ts";
import { databaseBytes, fileBytes } from "../turns/stored-bytes.ts";

/** LangGraph's ready-made agent, a checkpoint written before each step goes on (`sync`). */
export async function open({ folder, databaseUrl }) {
  const { saver, storedBytes, close } = databaseUrl
    ? await openPostgres(databaseUrl)
    : openSqlite(join(folder, "langgraph.db"));
  const add = tool(async ({ a, b }) => JSON.stringify({ result: a + b }), {
    name: TOOL,
    description: TOOL_DESCRIPTION,
    schema: z.object({ a: z.number(), b: z.number() }),
  });
  const agent = createReactAgent({
    llm: new MockChatModel({}),
    tools: [add],
    prompt: SYSTEM,
    checkpointer: saver,
  });
  let sessions = 0;
  return {
    openSession: async () => `${process.pid}-${++sessions}`,
    async say(sessionId, text) {
      const { messages } = await agent.invoke(
        { messages: [new HumanMessage(text)] },
        { configurable: { thread_id: sessionId }, durability: "sync" },
      );
      return messages.at(-1).content;
    },
    storedBytes,
    close,
  };
}

function openSqlite(file) {
  const saver = SqliteSaver.fromConnString(file);
  return {
    saver,
    storedBytes: async () => fileBytes(file),
    close: async () => saver.db.close(),
  };
}

async function openPostgres(url) {
  const saver = PostgresSaver.fromConnString(url);
  await saver.setup();
  return { saver, storedBytes: () => databaseBytes(url), close: () => saver.end() };
}

/** Answers as the AI SDK's mock does: a call, then a text. */
class MockChatModel extends BaseChatModel {
  calls = 0;

  _llmType() {
    return "mock";
  }

  bindTools() {
    return this;
  }

  async _generate(messages) {
    const message =
      messages.at(-1).getType() === "tool"
        ? new AIMessage(ANSWER)
        : new AIMessage({
            content: "",
            // Another process may have called in this session before.
            tool_calls: [
              { id: `call_${process.pid}_${++this.calls}`, name: TOOL, args: CALL_INPUT },
            ],
          });
    return { generations: [{ text: String(message.content), message }] };
  }
}
