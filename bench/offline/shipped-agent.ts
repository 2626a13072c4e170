import { isJsonObject } from "../../src/base/json.ts";
import { createRedactor } from "../../src/base/redaction/redactor.ts";
import { shippedCapabilities } from "../../src/features/builtin/builtin-registry.ts";
import { describeBuiltin } from "../../src/features/builtin/describe-builtin.ts";
import { describeCapability } from "../../src/gate/catalog/describe-capability.ts";
import { openSessionFiles } from "../../src/gate/files/session-files.ts";
import type { SessionFiles } from "../../src/gate/session-files.ts";
import type { ToolCall } from "../../src/schema/message.ts";
import type { Tool } from "../../src/schema/tool.ts";
import { openSqliteStore } from "../../src/stores/sqlite/open-sqlite-store.ts";
import { fixtureId, makeMessage, makeSession } from "../../src/testing/fixtures.ts";
import { createManualClock } from "../../src/testing/manual-clock.ts";
import { runBuiltin } from "../../src/testing/run-builtin.ts";

const NOW = Date.parse("2026-11-16T14:08:00.000Z");
const ASSISTANT = new Set([
  ...["current_time", "calculator", "stateless_todo_list", "research"],
  ...["session_file_system", "web_fetch"],
]);
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

/** The rest of the catalog. */
export const OTHER_TOOLS: readonly Tool[] = TOOLS.filter((tool) => !SHIPPED_TOOLS.includes(tool));

/** Runs the tools that ship as they are, without a gate, in one session. */
export async function openShipped() {
  const store = openSqliteStore(":memory:");
  await store.journal.commit("bench.session", [{ type: "session.add", session: makeSession() }]);
  const parts = { store, clock: createManualClock(NOW), redactor: createRedactor() };
  const files = openSessionFiles({ ...parts, limits: LIMITS }, fixtureId("session"));
  return { resultOf: (call: ToolCall) => resultOf(call, files), close: () => store.close() };
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
