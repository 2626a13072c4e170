import { afterEach, expect, test } from "vitest";
import { ADMIN, type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import { defineCapability } from "../../app/define-capability.ts";
import { newMasterKey } from "../../base/keyring.ts";
import { invoke } from "../../gate/invoke.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { acceptMessage } from "./accept-message.ts";
import { answerApproval } from "./answer-approval.ts";
import { liftHalt, setHalt } from "./halt.ts";

let harness: Harness;
afterEach(() => harness.close());

const FREELY = "builtin:witness:append_freely";
const APPEND = "builtin:witness:append";

test("nothing new starts while a halt stands, and calls run again once it is lifted", async () => {
  harness = await openHarness();
  await setHalt(harness.engine, "a drill", ADMIN);
  await expect(harness.invoke(FREELY, { line: "x" })).rejects.toMatchObject({
    code: "HALTED",
    message: expect.stringContaining("a drill"),
  });
  expect(harness.lines()).toEqual([]);
  await liftHalt(harness.engine, ADMIN);
  expect((await harness.invoke(FREELY, { line: "x" })).state).toBe("completed");
  expect(await harness.audited()).toEqual(
    expect.arrayContaining(["halt.set", "halt.lifted", "invocation.ended"]),
  );
});

test("a halt uses no approval up: it is still pending afterwards", async () => {
  harness = await openHarness();
  await harness.invoke(APPEND, { line: "x" });
  const [approval] = await harness.pending();
  const run = () => answerApproval(harness.engine, approval?.id ?? "", { type: "run" }, OWNER);
  await setHalt(harness.engine, "", ADMIN);
  await expect(run()).rejects.toMatchObject({ code: "HALTED" });
  expect(await harness.pending()).toHaveLength(1);
  await liftHalt(harness.engine, ADMIN);
  expect((await run()).outcome.state).toBe("completed");
});

/** A tool that runs until it is told to stop. */
function endless(onStart: () => void) {
  return defineCapability({
    id: "endless",
    name: "Endless",
    description: "Runs until it is stopped.",
    status: "available",
    tools: [
      {
        name: "spin",
        description: "Runs until it is stopped.",
        riskLevel: "LOW",
        inputSchema: { type: "object" },
        run: (_inputs, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(new Error("stopped")));
            onStart();
          }),
      },
    ],
  });
}

test("what runs is ended", async () => {
  const { promise: started, resolve: onStart } = Promise.withResolvers<void>();
  harness = await openHarness({ capabilities: [endless(onStart)] });
  const running = harness.invoke("builtin:endless:spin", {});
  await started;
  await setHalt(harness.engine, "", ADMIN);
  // It may have happened before it was ended: nobody says that it failed.
  expect(await running).toMatchObject({
    state: "input_required",
    inputRequest: { kind: "reconcile", reason: expect.stringContaining("A person stopped") },
  });
});

test("a message is taken during a halt, and its turn runs when it is lifted", async () => {
  harness = await openHarness({ steps: [{ text: "hello" }] });
  const { id } = await harness.openSession();
  await setHalt(harness.engine, "", ADMIN);
  await acceptMessage(harness.engine, id, { content: "hi" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await harness.store.sessions.get(id))?.state).toBe("in_progress");
  await liftHalt(harness.engine, ADMIN);
  expect((await harness.rest(id)).state).toBe("completed");
});

/** What another process that shares the store does: this one has not heard of it yet. */
const elsewhere = { by: "admin", reason: "elsewhere", since: "2026-01-02T03:04:05.000Z" };
const setElsewhere = () =>
  harness.store.journal.commit("test.halt", [{ type: "halt.set", halt: elsewhere }]);
const liftElsewhere = () => harness.store.journal.commit("test.lift", [{ type: "halt.lift" }]);

test("X22: a turn that meets a halt that was set elsewhere stays where it is, and goes on afterwards", async () => {
  harness = await openHarness({
    steps: [{ tool_calls: [{ name: FREELY, input: { line: "x" } }] }, { text: "done" }],
  });
  const { id } = await harness.openSession();
  await setElsewhere();
  await acceptMessage(harness.engine, id, { content: "go" });
  await expect.poll(() => harness.gate.halt.current()).toMatchObject({ reason: "elsewhere" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await harness.store.sessions.get(id))?.state).toBe("in_progress");
  expect(harness.lines()).toEqual([]);
  await liftHalt(harness.engine, ADMIN);
  expect((await harness.rest(id)).state).toBe("completed");
  expect(harness.lines()).toHaveLength(1);
});

test("X22: a halt that was lifted elsewhere is set again when an admin says so here", async () => {
  harness = await openHarness();
  await setHalt(harness.engine, "first", ADMIN);
  await liftElsewhere();
  expect(await setHalt(harness.engine, "second", ADMIN)).toMatchObject({ reason: "second" });
  expect(await harness.store.system.halt()).toMatchObject({ reason: "second" });
});

test("X22: a halt that was set elsewhere is lifted when an admin says so here", async () => {
  harness = await openHarness();
  await setElsewhere();
  await liftHalt(harness.engine, ADMIN);
  expect(await harness.store.system.halt()).toBeUndefined();
  await setElsewhere();
  expect(await setHalt(harness.engine, "here", ADMIN)).toEqual(elsewhere);
  expect((await harness.audited()).filter((type) => type === "halt.lifted")).toHaveLength(1);
});

test("a halt outlives the process", async () => {
  const masterKey = newMasterKey();
  const file = temporaryDatabase();
  harness = await openHarness({ store: openSqliteStore(file), masterKey });
  await setHalt(harness.engine, "", ADMIN);
  const again = await openHarness({ store: openSqliteStore(file), masterKey });
  try {
    const call = again.call(FREELY, { line: "x" });
    await expect(invoke(again.gate, call)).rejects.toMatchObject({ code: "HALTED" });
  } finally {
    await again.close();
  }
});
