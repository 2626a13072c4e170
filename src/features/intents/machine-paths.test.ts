import { afterEach, expect, test } from "vitest";
import { type Harness, openHarness } from "../../../test/harness.ts";
import type { ModelRequest } from "../../models/model.ts";
import type { Message } from "../../schema/message.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { fixtureId, makeAgent, makeMessage } from "../../testing/fixtures.ts";
import { makeCapability, makeTool } from "../../testing/make-tool.ts";
import { machinePaths } from "./machine-paths.ts";

let harness: Harness;
afterEach(() => harness?.close());

const PATH = "/srv/reports/a.txt";

function called(content: string): Message[] {
  const toolId = "builtin:session_file_system:delete_file";
  const id = fixtureId("inv", 1);
  return [
    makeMessage({
      role: "assistant",
      content: "",
      toolCalls: [{ id, toolId, name: "delete_file", input: { path: PATH } }],
    }),
    makeMessage({ role: "tool", content, toolId, invocationId: id }),
  ];
}

test.each([
  { what: "before any call", calls: [], found: [PATH] },
  {
    what: "after a session's tool deleted it",
    calls: called(`{"path":"${PATH}","deleted":true}`),
    found: [],
  },
  {
    what: "after a session's tool did not find it",
    calls: called('{"state":"failed","error":{"code":"FILE_NOT_FOUND","message":"None."}}'),
    found: [PATH],
  },
])("F76: $what, the machine has $found", async ({ calls, found }) => {
  harness = await openHarness();
  const messages = [makeMessage({ content: `delete ${PATH}` }), ...calls];
  const session = await harness.openSession();
  const paths = await machinePaths(
    harness.engine,
    session,
    { findTool: () => makeTool() },
    messages,
  );
  expect(paths.map(({ path }) => path)).toEqual(found);
  expect(
    await machinePaths(harness.engine, session, { findTool: () => undefined }, messages),
  ).toEqual([]);
});

test.each([
  { capabilities: ["agent:file_agent"], found: [PATH] },
  { capabilities: ["test_math"], found: [] },
])("F76: the model of an agent with $capabilities is told $found", async (row) => {
  const requests: ModelRequest[] = [];
  const files = makeCapability({ id: "file_agent" }, [{ name: "list_files" }]);
  harness = await openHarness({
    sources: [fixedSource(() => [files], { id: "files", kind: "agent" })],
    model: {
      async respond(request) {
        requests.push(request);
        return { text: "Done.", toolCalls: [] };
      },
    },
  });
  const agent = makeAgent({ id: "agent_files", name: "files", capabilities: row.capabilities });
  await harness.store.journal.commit("agent.add", [{ type: "agent.add", agent }]);
  const { id } = await harness.openSession({ agentId: agent.id });
  await harness.say(id, `delete ${PATH}`);
  expect(requests.map(({ machinePaths }) => machinePaths?.map(({ path }) => path))).toEqual([
    row.found,
  ]);
});
