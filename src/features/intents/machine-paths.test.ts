import { afterEach, expect, test } from "vitest";
import { type Harness, openHarness } from "../../../test/harness.ts";
import type { Message } from "../../schema/message.ts";
import { fixtureId, makeMessage } from "../../testing/fixtures.ts";
import { makeTool } from "../../testing/make-tool.ts";
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
