import { isJsonObject, type JsonValue } from "../../src/base/json.ts";
import { createRedactor } from "../../src/base/redaction/redactor.ts";
import { shippedCapabilities } from "../../src/features/builtin/builtin-registry.ts";
import { describeBuiltin } from "../../src/features/builtin/describe-builtin.ts";
import { describeCapability } from "../../src/gate/catalog/describe-capability.ts";
import { openSessionFiles } from "../../src/gate/files/session-files.ts";
import type { SessionFiles } from "../../src/gate/session-files.ts";
import { createOfflineModel } from "../../src/models/offline/offline-model.ts";
import type { Message, ToolCall } from "../../src/schema/message.ts";
import type { Tool } from "../../src/schema/tool.ts";
import { openSqliteStore } from "../../src/stores/sqlite/open-sqlite-store.ts";
import { fixtureId, makeMessage, makeSession } from "../../src/testing/fixtures.ts";
import { createManualClock } from "../../src/testing/manual-clock.ts";
import { runBuiltin } from "../../src/testing/run-builtin.ts";

/** What one message led to: the calls that were made, and what was said in the end. */
export type Turn = {
  readonly calls: readonly { readonly tool: string; readonly input: JsonValue }[];
  readonly text: string;
  /** The field that was asked for. */
  readonly asks: string | undefined;
};

const NOW = Date.parse("2026-11-16T14:08:00.000Z");
const ASSISTANT = new Set([
  ...["current_time", "test_math", "calculator", "stateless_todo_list"],
  ...["session_file_system", "web_fetch"],
]);
const MOST_STEPS = 8;
const LIMITS = { fileBytes: 1_000_000, sessionBytes: 1_000_000, sessionFiles: 100 };
/** What every address answers with. */
export const SHIPPED_PAGE =
  "<html><head><title>Example Domain</title></head><body>Hello.</body></html>";

const BUILTINS = shippedCapabilities({
  web: {
    async request({ url }) {
      const headers = new Map([["content-type", "text/html; charset=utf-8"]]);
      return {
        url,
        redirect: null,
        status: 200,
        headers,
        body: Buffer.from(SHIPPED_PAGE),
        cut: null,
      };
    },
  },
  webFetch: { firstByteMs: 1_000, bodyMs: 30_000, maxBytes: 500_000 },
  searchUrl: null,
});
const TOOLS = BUILTINS.flatMap((builtin) =>
  describeCapability({ id: "builtin", kind: "builtin" }, describeBuiltin(builtin)).entries.map(
    ({ tool }) => tool,
  ),
);

/** The tools of the agent that ships. */
export const SHIPPED_TOOLS: readonly Tool[] = TOOLS.filter(({ capabilityId }) =>
  ASSISTANT.has(capabilityId),
);

/** What else is in the catalog. */
const OTHER_TOOLS: readonly Tool[] = TOOLS.filter((tool) => !SHIPPED_TOOLS.includes(tool));

/** Runs the tools that ship as they are, without a gate, in one session. */
export async function openShipped() {
  const store = openSqliteStore(":memory:");
  await store.journal.commit("bench.session", [{ type: "session.add", session: makeSession() }]);
  const parts = { store, clock: createManualClock(NOW), redactor: createRedactor() };
  const files = openSessionFiles({ ...parts, limits: LIMITS }, fixtureId("session"));
  return { resultOf: (call: ToolCall) => resultOf(call, files), close: () => store.close() };
}

/** A conversation with the agent that ships. */
export async function talkToShipped(asked: readonly string[]): Promise<readonly Turn[]> {
  const shipped = await openShipped();
  const model = createOfflineModel();
  const { signal } = new AbortController();
  const createdAt = new Date(NOW).toISOString();
  const messages: Message[] = [];
  const turns: Turn[] = [];
  for (const content of asked) {
    messages.push(makeMessage({ content, createdAt }));
    const calls: ToolCall[] = [];
    for (let step = 0; step <= MOST_STEPS; step++) {
      const { text, toolCalls, questions } = await model.respond({
        ...{ system: "", tools: SHIPPED_TOOLS, messages, callsBefore: 0, signal },
        otherTools: () => OTHER_TOOLS,
      });
      const made = toolCalls.map(({ name, input }) => callOf(name, input, messages.length));
      calls.push(...made);
      const said = { role: "assistant" as const, content: text, createdAt };
      messages.push(makeMessage({ ...said, ...(made.length > 0 && { toolCalls: made }) }));
      for (const call of made) messages.push(await shipped.resultOf(call));
      if (made.length > 0) continue;
      const told = calls.map(({ name, input }) => ({ tool: name, input }));
      turns.push({ calls: told, text, asks: questions?.[0]?.name });
      break;
    }
  }
  await shipped.close();
  return turns;
}

function callOf(toolId: string, input: JsonValue, at: number): ToolCall {
  const name = SHIPPED_TOOLS.find((tool) => tool.toolId === toolId)?.name ?? toolId;
  return { id: fixtureId("inv", at), toolId, name, input };
}

async function resultOf({ id, toolId, name, input }: ToolCall, files: SessionFiles) {
  const tool = SHIPPED_TOOLS.find((it) => it.toolId === toolId);
  const builtin = BUILTINS.find((it) => it.id === tool?.capabilityId);
  const inputs = isJsonObject(input) ? input : {};
  const content =
    tool && builtin
      ? await runBuiltin(builtin, name, inputs, { files, now: () => NOW }).catch(failed)
      : failed(new Error("No such tool."));
  return makeMessage({
    role: "tool",
    content: JSON.stringify(content),
    invocationId: id,
    ...(toolId && { toolId }),
    createdAt: new Date(NOW).toISOString(),
  });
}

function failed(error: Error) {
  return { state: "failed", error: { code: "TOOL_FAILED", message: error.message } };
}
