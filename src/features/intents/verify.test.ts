import { expect, test } from "vitest";
import type { JsonValue } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import { makeApproval } from "../../testing/fixtures.ts";
import { makeTool } from "../../testing/make-tool.ts";
import type { StepDone } from "./steps-done.ts";
import { verify } from "./verify.ts";

const tool = makeTool({ sourceType: "agent", sourceId: "mover", name: "move_file" });

/** The notes on one call that was to change what the preview says and changed `files`. */
async function notesOn(preview: JsonValue, files: number) {
  const approval = makeApproval({ preview });
  const engine = {
    gate: {
      catalog: { getTool: () => ({ ...tool, behaviour: { ...tool.behaviour, readOnly: false } }) },
      store: { approvals: { getByInvocation: async () => approval } },
    },
  } as unknown as Engine;
  const done = {
    call: { id: "inv_1", toolId: tool.toolId },
    state: "completed",
    outputs: { metadata: { files_affected: files } },
  } as unknown as StepDone;
  return (await verify(engine, [done])).notes;
}

const moves = (count: number) => ({
  files: count,
  preview: Array.from({ length: count }, (_, at) => ({ from: `/a/${at}`, to: `/b/${at}` })),
});

test("F74: a move that was measured at both of its places is one file", async () => {
  expect(await notesOn(moves(1), 2)).toEqual([]);
  expect(await notesOn(moves(3), 6)).toEqual([]);
  expect(await notesOn(moves(3), 3)).toEqual([]);
});

test("F74: other differences are told: what was expected, and what changed", async () => {
  expect(await notesOn(moves(1), 4)).toEqual(["Expected to change 1 file, changed 4."]);
  const deleted = { files: 2, preview: [{ path: "/a" }, { path: "/b" }] };
  expect(await notesOn(deleted, 4)).toEqual(["Expected to change 2 files, changed 4."]);
});
