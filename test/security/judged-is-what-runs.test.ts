import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { CapstanError } from "../../src/base/errors.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { recover } from "../../src/engine/recover.ts";
import { acceptMessage } from "../../src/engine/sessions/accept-message.ts";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import { cancelSession } from "../../src/engine/sessions/cancel-session.ts";
import { eraseSession } from "../../src/engine/sessions/erase-session.ts";
import { moveSession } from "../../src/engine/sessions/move-session.ts";
import { pauseSession } from "../../src/engine/sessions/pause-session.ts";
import { addCustom } from "../../src/features/custom/custom-capabilities.ts";
import { reconcileCall } from "../../src/gate/approvals/reconcile-call.ts";
import type { Store } from "../../src/stores/store.ts";
import { faultyStore } from "../../src/testing/faults.ts";
import { makeInvocation, makeLedgerEntry, makeOutcome } from "../../src/testing/fixtures.ts";
import { ADMIN, type Harness, OWNER, openHarness } from "../harness.ts";
import { openTestStore } from "../open-test-store.ts";

let harness: Harness;
afterEach(() => harness.close());

const APPEND = "builtin:witness:append";
const FREELY = "builtin:witness:append_freely";
const DELETE = "builtin:session_file_system:delete_file";
const run = (id = "") => answerApproval(harness.engine, id, { type: "run" }, OWNER);

describe("what was judged is what runs", () => {
  test("X8, I35: files that came after the approval are not deleted: the preview is part of it", async () => {
    harness = await openHarness();
    const { id } = await harness.openSession();
    const files = harness.engine.filesOf(id);
    await files.write("/notes/a.txt", Buffer.from("a"));
    await harness.invoke(DELETE, { path: "/notes", recursive: true }, { sessionId: id });
    const [asked] = await harness.pending();
    await files.write("/notes/added-later.txt", Buffer.from("precious"));
    expect(await run(asked?.id)).toMatchObject({
      approval: { state: "superseded" },
      outcome: { state: "input_required" },
    });
    const [again] = await harness.pending();
    expect(again).toMatchObject({ changed: ["preview"] });
    expect(JSON.stringify(again?.preview)).toContain("added-later");
    expect(await files.stat("/notes/added-later.txt")).toBeDefined();
    expect(await run(again?.id)).toMatchObject({ outcome: { state: "completed" } });
    expect(await files.stat("/notes")).toBeUndefined();
  });

  test("X8: run again means the call that was interrupted, not what its tool has become since", async () => {
    harness = await openHarness();
    const invocation = makeInvocation({
      toolId: FREELY,
      toolDigest: "sha256:as-it-was",
      sessionId: null,
      position: null,
      inputs: { line: "x" },
      state: "input_required",
      outcome: makeOutcome({ state: "input_required", resumeToken: "inv_old:1" }),
    });
    const stored = { ...invocation, id: "inv_old" };
    await harness.gate.store.journal.commit("test.interrupt", [
      { type: "invocation.put", invocation: stored, expect: null },
      {
        type: "ledger.put",
        entry: makeLedgerEntry({ invocationId: "inv_old", status: "unknown", invocation: null }),
        expect: null,
      },
    ]);
    const outcome = await reconcileCall(harness.gate, "inv_old:1", "run_again", OWNER);
    expect(outcome.state).toBe("input_required");
    expect(await harness.pending()).toMatchObject([{ changed: ["definition"] }]);
    expect(harness.lines()).toEqual([]);
  });

  test("X23: a call that waits behind another runs with what the model wrote", async () => {
    const secret = "correct-horse-battery";
    harness = await openHarness({
      steps: [
        {
          tool_calls: [
            { name: APPEND, input: { line: "first" } },
            { name: APPEND, input: { line: `second ${secret}` } },
          ],
        },
        { text: "done" },
      ],
      limits: { hold_reply_ms: 0 },
    });
    harness.gate.redactor.register("KEY", secret);
    const { id } = await harness.openSession();
    await harness.say(id);
    for (let n = 0; n < 2; n++) {
      const [asked] = await harness.pending();
      await run(asked?.id);
      await harness.rest(id);
    }
    expect(harness.lines().map((line) => line.split(" ").slice(1, -1).join(" "))).toEqual([
      "first",
      `second ${secret}`,
    ]);
    const { items } = await harness.store.sessions.messages(id, { limit: 10, offset: 0 });
    expect(JSON.stringify(items)).not.toContain(secret);
  });

  test("X22: a server that has not heard of a halt starts no effect", async () => {
    harness = await openHarness();
    const halt = { by: "admin", reason: "", since: "2026-01-02T03:04:05.000Z" };
    await harness.store.journal.commit("test.halt", [{ type: "halt.set", halt }]);
    expect(harness.gate.halt.current()).toBeUndefined();
    await expect(harness.invoke(FREELY, { line: "x" })).rejects.toMatchObject({ code: "HALTED" });
    expect(harness.lines()).toEqual([]);
    expect(harness.gate.halt.current()).toMatchObject({ by: "admin" });
  });

  test("X22: a server that has not heard that a tool was changed starts nothing of the old one", async () => {
    harness = await openHarness({ permissions: { allow: ["ext:*"] } });
    const http = { method: "POST", url: "http://127.0.0.1:9/old" };
    const tool = { name: "go", description: "Goes.", input_schema: { type: "object" }, http };
    const manifest = {
      id: "far",
      name: "Far",
      description: "Far.",
      version: "1.0.0",
      tools: [tool],
    };
    await addCustom(harness.engine, manifest as JsonObject, OWNER);
    const [custom] = await harness.store.customCapabilities.list();
    if (!custom) throw new Error("It is not stored.");
    await harness.store.journal.commit("test.put", [
      {
        type: "capability.put",
        custom: {
          ...custom,
          version: "1.0.1",
          manifest: { ...manifest, version: "1.0.1", status: "retired" } as JsonObject,
        },
        expect: "1.0.0",
      },
    ]);
    await expect(harness.invoke("ext:far:go", {})).rejects.toMatchObject({
      code: "STATE_CONFLICT",
    });
    await expect(harness.invoke("ext:far:go", {})).rejects.toMatchObject({
      code: "TOOL_NOT_FOUND",
    });
    expect(await harness.audited()).not.toContain("invocation.started");
  });
});

describe("an effect of which nobody knows whether it happened", () => {
  /** An effect that has begun and never says that it is done. */
  const hanging = (
    steps = [{ tool_calls: [{ name: FREELY, input: { line: "x" } }] }],
    store?: Store,
  ) => {
    let began = () => {};
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const opened = openHarness({
      steps: [...steps, { text: "and then" }],
      ...(store && { store }),
      wrapExecutor: (executor) => ({
        ...executor,
        async execute(request) {
          await executor.execute(request);
          began();
          return new Promise(() => {});
        },
      }),
    });
    return { opened, begun };
  };

  test("X22: one that is cancelled is asked about outside its turn, and the model is told", async () => {
    const { opened, begun } = hanging();
    harness = await opened;
    const { id } = await harness.openSession();
    await acceptMessage(harness.engine, id, { content: "go" });
    await begun;
    await cancelSession(harness.engine, id, OWNER);
    await expect.poll(harness.audited).toContain("invocation.interrupted");
    const [unknown] = await harness.store.invocations.listUnknown();
    expect(unknown).toMatchObject({ status: "unknown" });
    const { items } = await harness.store.sessions.messages(id, { limit: 10, offset: 0 });
    expect(items.at(-1)?.content).toContain("OUTCOME_UNKNOWN");
    expect(harness.lines()).toHaveLength(1);

    // Erasing would forget that there is something to answer.
    await expect(eraseSession(harness.engine, id, ADMIN)).rejects.toMatchObject({
      code: "STATE_CONFLICT",
      message: expect.stringContaining("unknown"),
    });
    const invocation = await harness.store.invocations.get(unknown?.invocationId ?? "");
    const token = invocation?.outcome?.resumeToken ?? "";
    await reconcileCall(harness.gate, token, "ran", OWNER);
    await eraseSession(harness.engine, id, ADMIN);
    expect(await harness.store.sessions.get(id)).toBeUndefined();
  });

  /** What is asked about a call outside its turn, and what the model was told. */
  async function askedOutside(sessionId: string) {
    await expect
      .poll(async () => (await harness.store.invocations.listUnknown()).length)
      .toBeGreaterThan(0);
    const [unknown, ...more] = await harness.store.invocations.listUnknown();
    expect(more).toEqual([]);
    const invocation = await harness.store.invocations.get(unknown?.invocationId ?? "");
    const token = invocation?.outcome?.resumeToken ?? "";
    const { items } = await harness.store.sessions.messages(sessionId, { limit: 10, offset: 0 });
    expect(items.filter(({ content }) => content.includes("OUTCOME_UNKNOWN"))).toHaveLength(1);
    const asked = (await harness.records()).filter(({ type }) => type === "invocation.interrupted");
    expect(asked.at(-1)?.data).toMatchObject({ resume_token: token });
    return reconcileCall(harness.gate, token, "ran", OWNER);
  }

  test("X22: one of a paused turn that is cancelled is asked about outside of it", async () => {
    const { opened, begun } = hanging();
    harness = await opened;
    Object.assign(harness.gate.catalog.getTool(FREELY)?.behaviour ?? {}, { timeoutMs: 300 });
    const { id } = await harness.openSession();
    await acceptMessage(harness.engine, id, { content: "go" });
    await begun;
    await pauseSession(harness.engine, id, OWNER);
    await expect.poll(harness.audited).toContain("invocation.interrupted");
    await cancelSession(harness.engine, id, OWNER);
    expect(await askedOutside(id)).toMatchObject({ state: "completed" });
    expect(harness.lines()).toHaveLength(1);
  });

  test.each(["before", "after"])(
    "X22: one whose turn is cancelled the moment %s it is asked about is asked about outside of it",
    async (when) => {
      let sessionId = "";
      const store = await openTestStore();
      const cancelling = faultyStore(store, async (point) => {
        if (point !== `commit call.unknown: ${when}` || sessionId === "") return;
        const id = sessionId;
        sessionId = "";
        await cancelSession(harness.engine, id, OWNER);
      });
      const { opened } = hanging(undefined, cancelling);
      harness = await opened;
      Object.assign(harness.gate.catalog.getTool(FREELY)?.behaviour ?? {}, { timeoutMs: 30 });
      sessionId = (await harness.openSession()).id;
      const id = sessionId;
      await harness.say(id);
      expect(await askedOutside(id)).toMatchObject({ state: "completed" });
      expect(harness.lines()).toHaveLength(1);
    },
  );

  test("X22: one that is cancelled while the store is away is asked about when it is back", async () => {
    let isAway = true;
    const away = faultyStore(await openTestStore(), (point) => {
      if (point !== "commit call.unknown: before" || !isAway) return;
      isAway = false;
      throw new CapstanError("STORE_UNAVAILABLE", "The connection was cut.");
    });
    const { opened, begun } = hanging(undefined, away);
    harness = await opened;
    const { id } = await harness.openSession();
    await acceptMessage(harness.engine, id, { content: "go" });
    await begun;
    await cancelSession(harness.engine, id, OWNER);
    await expect.poll(() => isAway).toBe(false);
    harness.clock.advance(60_000);
    expect(await askedOutside(id)).toMatchObject({ state: "completed" });
    expect(harness.lines()).toHaveLength(1);
  });

  test("X22: one that a server left without anybody who asks is asked about when it starts again", async () => {
    const { opened } = hanging();
    harness = await opened;
    Object.assign(harness.gate.catalog.getTool(FREELY)?.behaviour ?? {}, { timeoutMs: 30 });
    const { id } = await harness.openSession();
    const waiting = await harness.say(id);
    expect(waiting.inputRequest).toMatchObject({ kind: "reconcile" });
    // As if it had died right after a cancellation was stored.
    const ended = moveSession(harness.engine, waiting, { state: "failed" });
    await harness.store.journal.commit("test.cancel", [ended.change]);
    await recover(harness.engine);
    expect(await askedOutside(id)).toMatchObject({ state: "completed" });
    await recover(harness.engine);
    expect(await harness.store.invocations.listOpen()).toEqual([]);
  });

  test("X22: one that takes too long is asked about, never told as failed", async () => {
    const { opened } = hanging();
    harness = await opened;
    const tool = harness.gate.catalog.getTool(FREELY);
    Object.assign(tool?.behaviour ?? {}, { timeoutMs: 30 });
    const outcome = await harness.invoke(FREELY, { line: "x" });
    expect(outcome).toMatchObject({
      state: "input_required",
      inputRequest: { kind: "reconcile", reason: expect.stringContaining("did not finish") },
      resumeToken: expect.any(String),
    });
    expect(outcome.error).toBeUndefined();
  });

  test("X22: a cancelled turn leaves no approved question behind", async () => {
    harness = await openHarness({
      steps: [
        {
          tool_calls: [
            { name: APPEND, input: { line: "first" } },
            { name: APPEND, input: { line: "second" } },
          ],
        },
      ],
    });
    const { id } = await harness.openSession();
    await harness.say(id);
    const [, second] = await harness.pending();
    if (!second) throw new Error("There is no second question.");
    // Answered in the moment in which somebody else cancels.
    await harness.store.journal.commit("test.answer", [
      { type: "approval.put", approval: { ...second, state: "approved" }, expect: "pending" },
    ]);
    await cancelSession(harness.engine, id, OWNER);
    const { items } = await harness.gate.store.approvals.list({
      sessionId: id,
      limit: 10,
      offset: 0,
    });
    expect(items.map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
    expect(harness.lines()).toEqual([]);
  });

  test.each([
    { how: "is cut", behave: (socket: Socket) => void socket.destroy() },
    { how: "never answers", behave: () => {} },
    {
      how: "is answered by a gateway that got no answer",
      behave: (socket: Socket) => void socket.end("HTTP/1.1 504 Gateway Timeout\r\n\r\n"),
    },
  ])("X22: a request that $how is asked about", async ({ behave }) => {
    const bodies: string[] = [];
    const server = createServer((request) => {
      request.on("data", (chunk) => bodies.push(String(chunk)));
      request.on("end", () => behave(request.socket));
      request.on("error", () => {});
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      harness = await openPaying(host);
      expect(await harness.invoke("ext:bank:pay", { amount: 5 })).toMatchObject({
        state: "input_required",
        inputRequest: { kind: "reconcile" },
      });
      expect(bodies).toEqual(['{"amount":5}']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test("C10: a request that reached nobody has failed, and had no effects", async () => {
    harness = await openPaying("127.0.0.1:9");
    expect(await harness.invoke("ext:bank:pay", { amount: 5 })).toMatchObject({
      state: "failed",
      error: { code: "WEB_FAILED" },
      declaredSideEffects: [],
    });
  });

  async function openPaying(host: string): Promise<Harness> {
    const opened = await openHarness({
      permissions: { allow: ["ext:*"] },
      settings: { web_fetch: { allow_hosts: [host] } },
    });
    const pay = {
      name: "pay",
      description: "Pays.",
      input_schema: { type: "object", properties: { amount: { type: "integer" } } },
      timeout_s: 1.5,
      http: { method: "POST", url: `http://${host}/pay`, body: { amount: "{{amount}}" } },
    };
    const manifest = { id: "bank", name: "Bank", description: "Pays.", tools: [pay] };
    await addCustom(opened.engine, manifest, OWNER);
    return opened;
  }
});
