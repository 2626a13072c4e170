import { afterEach, describe, expect, test } from "vitest";
import { ADMIN, type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import type { Model } from "../../models/model.ts";
import { type Access, NO_ACCESS } from "../../schema/access.ts";
import { makePolicy } from "../../testing/make-policy.ts";
import { answerApproval, commitAnswer } from "./answer-approval.ts";
import { expireApprovals } from "./expire-approvals.ts";

let harness: Harness;
afterEach(() => harness.close());

const APPEND = "builtin:witness:append";
const CALL_APPEND = { tool_calls: [{ name: "append", input: { line: "x" } }] };

/** A session whose turn waits for one approval. */
async function waitingSession(options: Parameters<typeof openHarness>[0] = {}) {
  harness = await openHarness({ steps: [CALL_APPEND, { text: "done" }], ...options });
  const session = await harness.say((await harness.openSession()).id);
  const [approval] = await harness.pending();
  if (!approval) throw new Error("No approval was asked for.");
  return { session, approval, sessionId: session.id };
}

/** A call outside any session that waits for an approval. */
async function waitingCall(options: Parameters<typeof openHarness>[0] = {}) {
  harness = await openHarness(options);
  const asked = await harness.invoke(APPEND, { line: "x" });
  const [approval] = await harness.pending();
  if (!approval) throw new Error("No approval was asked for.");
  return { asked, approval };
}

test("S41: an answer about a call beside the turn does not wake the turn", async () => {
  const { sessionId, approval, session } = await waitingSession();
  await harness.invoke(APPEND, { line: "beside" }, { sessionId });
  const beside = (await harness.pending()).find(({ id }) => id !== approval.id);
  await answerApproval(harness.engine, beside?.id ?? "", { type: "run" }, OWNER);
  expect(harness.lines()).toHaveLength(1);
  expect(await harness.store.sessions.get(sessionId)).toMatchObject({
    state: "input_required",
    version: session.version,
  });
});

test("P26: what cannot be answered is named, with where it stands", async () => {
  const { approval } = await waitingCall();
  const { engine } = harness;
  const run = (id: string) => answerApproval(engine, id, { type: "run" }, OWNER);
  await expect(run("appr_none")).rejects.toMatchObject({
    code: "APPROVAL_NOT_FOUND",
    details: { approval_id: "appr_none" },
  });
  harness.clock.advance(365 * 86_400_000);
  const expired = {
    code: "APPROVAL_NOT_PENDING",
    message: expect.stringContaining(approval.id),
    details: { approval_id: approval.id, state: "expired" },
  };
  await expect(run(approval.id)).rejects.toMatchObject(expired);
  await expect(run(approval.id)).rejects.toMatchObject(expired);
});

describe("asking", () => {
  test("P6, P26: a call that needs a person waits with its exact input, and nothing has run", async () => {
    const { session, approval } = await waitingSession();
    expect(session).toMatchObject({
      state: "input_required",
      inputRequest: { kind: "approval", approvalIds: [approval.id] },
    });
    expect(approval).toMatchObject({
      state: "pending",
      level: "user",
      toolId: APPEND,
      riskLevel: "HIGH",
      sideEffectTags: ["fs.write"],
      inputs: { line: "x" },
      expiresAt: "2026-01-03T03:04:05.000Z",
    });
    expect(harness.lines()).toEqual([]);
    expect(await harness.audited()).not.toContain("invocation.ended");
  });

  test("X8: CRITICAL needs an admin", async () => {
    harness = await openHarness({ profile: "auto" });
    await harness.invoke("builtin:witness:append_critical", { line: "x" });
    const [approval] = await harness.pending();
    expect(approval?.level).toBe("admin");
    const id = approval?.id ?? "";
    await expect(answerApproval(harness.engine, id, { type: "run" }, OWNER)).rejects.toMatchObject({
      code: "SCOPE_MISSING",
    });
    const { outcome } = await answerApproval(harness.engine, id, { type: "run" }, ADMIN);
    expect(outcome.state).toBe("completed");
    expect(harness.lines()).toHaveLength(1);
  });
});

describe("Run", () => {
  test("P26, P27: runs the call, gives the model its result and lets the turn go on", async () => {
    const { approval, sessionId } = await waitingSession();
    const answered = await answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
    expect(answered.approval).toMatchObject({ state: "used", answeredBy: "prn_owner" });
    expect(answered.outcome).toMatchObject({ state: "completed", outputs: { written: true } });
    expect(await harness.rest(sessionId)).toMatchObject({ state: "completed", turn: 1 });
    const { items } = await harness.store.sessions.messages(sessionId, { limit: 10, offset: 0 });
    expect(items.map(({ role, content }) => [role, content])).toEqual([
      ["user", "go"],
      ["assistant", ""],
      ["tool", '{"written":true}'],
      ["assistant", "done"],
    ]);
    expect(harness.lines()).toHaveLength(1);
  });

  test.each(["a session", "a call of its own"])(
    "X8: is used once: run twice at once, and again later, in %s",
    async (where) => {
      const { approval } = where === "a session" ? await waitingSession() : await waitingCall();
      const run = () => answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
      const [first, second] = await Promise.all([run(), run()]);
      expect(second).toEqual(first);
      expect(await run()).toEqual(first);
      expect(first?.approval.state).toBe("used");
      expect(harness.lines()).toHaveLength(1);
    },
  );

  test("is unknown for an unknown id", async () => {
    harness = await openHarness();
    await expect(
      answerApproval(harness.engine, "appr_nope", { type: "run" }, OWNER),
    ).rejects.toMatchObject({
      code: "APPROVAL_NOT_FOUND",
    });
  });
});

describe("Deny", () => {
  test("P26: the model gets the denial as the tool's result and the turn goes on", async () => {
    const { approval, sessionId } = await waitingSession();
    const { outcome } = await answerApproval(harness.engine, approval.id, { type: "deny" }, OWNER);
    expect(outcome).toMatchObject({ state: "blocked", error: { code: "APPROVAL_DENIED" } });
    expect((await harness.rest(sessionId)).state).toBe("completed");
    expect(harness.lines()).toEqual([]);
  });

  test("X8: a denied approval cannot be run; denying again answers the same", async () => {
    const { approval } = await waitingCall();
    const denied = await answerApproval(harness.engine, approval.id, { type: "deny" }, OWNER);
    await expect(
      answerApproval(harness.engine, approval.id, { type: "run" }, OWNER),
    ).rejects.toMatchObject({
      code: "APPROVAL_NOT_PENDING",
    });
    expect(await answerApproval(harness.engine, approval.id, { type: "deny" }, OWNER)).toEqual(
      denied,
    );
    expect(harness.lines()).toEqual([]);
  });

  test("X8: what has run cannot be denied", async () => {
    const { approval } = await waitingCall();
    await answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
    await expect(
      answerApproval(harness.engine, approval.id, { type: "deny" }, OWNER),
    ).rejects.toMatchObject({
      code: "APPROVAL_NOT_PENDING",
    });
  });
});

describe("expiry", () => {
  test("X8: an expired approval cannot be run, also before anyone noticed that it expired", async () => {
    const { approval } = await waitingCall();
    harness.clock.advance(86_400_001);
    await expect(
      answerApproval(harness.engine, approval.id, { type: "run" }, OWNER),
    ).rejects.toMatchObject({
      code: "APPROVAL_NOT_PENDING",
    });
    expect((await harness.gate.store.approvals.get(approval.id))?.state).toBe("expired");
    expect(harness.lines()).toEqual([]);
  });

  test("a question that nobody answers ends by itself; the turn goes on with the refusal", async () => {
    const { approval, sessionId } = await waitingSession();
    await expireApprovals(harness.engine);
    expect((await harness.gate.store.approvals.get(approval.id))?.state).toBe("pending");
    harness.clock.advance(86_400_001);
    await expireApprovals(harness.engine);
    expect((await harness.rest(sessionId)).state).toBe("completed");
    expect(await harness.audited()).toContain("approval.expired");
    expect(harness.lines()).toEqual([]);
  });

  test("X8: an approval that was given, and then outlived by a long standstill, is not used", async () => {
    const { approval, asked } = await waitingCall();
    await harness.store.journal.commit("test.approve", [
      { type: "approval.put", approval: { ...approval, state: "approved" }, expect: "pending" },
    ]);
    harness.clock.advance(86_400_001);
    const { outcome } = await answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
    expect(outcome).toMatchObject({ state: "blocked", error: { code: "APPROVAL_EXPIRED" } });
    expect(asked.invocationId).toBe(outcome.invocationId);
    expect(harness.lines()).toEqual([]);
  });
});

describe("an answer", () => {
  test("X9: does not end a pause: the session goes on when it is resumed", async () => {
    const { session, approval } = await waitingSession();
    const paused = { ...session, state: "paused", version: session.version + 1 } as const;
    await harness.gate.store.journal.commit("test.pause", [
      { type: "session.move", session: paused, expect: session.version },
    ]);
    await answerApproval(harness.engine, approval.id, { type: "deny" }, OWNER);
    await expect.poll(() => harness.engine.queue.busy).toBe(false);
    expect(await harness.store.sessions.get(session.id)).toMatchObject({
      state: "paused",
      version: paused.version,
    });
  });

  test("X9: moves a session whose turn runs, so that one about to wait for it looks again", async () => {
    const { session, approval } = await waitingSession();
    const running = { ...session, state: "in_progress", version: session.version + 1 } as const;
    await harness.gate.store.journal.commit("test.run", [
      { type: "session.move", session: running, expect: session.version },
    ]);
    const { invocationId } = approval;
    const invocation = await harness.gate.store.invocations.get(invocationId);
    if (!invocation) throw new Error("Nothing is stored.");
    await commitAnswer(harness.engine, invocation, []);
    const moved = await harness.store.sessions.get(session.id);
    expect(moved?.version).toBeGreaterThan(running.version);
    await harness.rest(session.id);
  });
});

describe("what was approved is exactly what runs", () => {
  test("X8: a changed definition asks again and says so", async () => {
    const { approval } = await waitingCall();
    const tool = harness.gate.catalog.getTool(APPEND);
    Object.assign(tool ?? {}, { digest: "sha256:other", description: "Now something else." });
    const { approval: old, outcome } = await answerApproval(
      harness.engine,
      approval.id,
      { type: "run" },
      OWNER,
    );
    const again = await answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
    expect(again.outcome).toEqual(outcome);
    expect(old.state).toBe("superseded");
    expect(outcome.state).toBe("input_required");
    expect(await harness.pending()).toMatchObject([{ changed: ["definition"] }]);
    expect(harness.lines()).toEqual([]);
  });

  test("X8: a changed input asks again, about the new one", async () => {
    const { approval } = await waitingCall();
    const invocation = await harness.store.invocations.get(approval.invocationId);
    if (!invocation) throw new Error("The call is missing.");
    await harness.store.journal.commit("test.tamper", [
      {
        type: "invocation.put",
        invocation: { ...invocation, inputs: { line: "rm -rf" } },
        expect: "input_required",
      },
    ]);
    const { approval: old } = await answerApproval(
      harness.engine,
      approval.id,
      { type: "run" },
      OWNER,
    );
    expect(old.state).toBe("superseded");
    expect(await harness.pending()).toMatchObject([
      { changed: ["input"], inputs: { line: "rm -rf" } },
    ]);
    expect(harness.lines()).toEqual([]);
  });

  test("X8: changed access asks again", async () => {
    let access: Access = NO_ACCESS;
    const { approval } = await waitingCall({ accessOf: () => access });
    access = { ...NO_ACCESS, hosts: ["example.org"] };
    const { outcome } = await answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
    expect(outcome.state).toBe("input_required");
    const [again] = await harness.pending();
    expect(again?.changed).toEqual(["access"]);
    const { outcome: ran } = await answerApproval(
      harness.engine,
      again?.id ?? "",
      { type: "run" },
      OWNER,
    );
    expect(ran.state).toBe("completed");
    expect(harness.lines()).toHaveLength(1);
  });

  test("X8: in a session the turn keeps waiting, for the new approval", async () => {
    let access: Access = NO_ACCESS;
    const { approval, sessionId } = await waitingSession({ accessOf: () => access });
    access = { ...NO_ACCESS, hosts: ["example.org"] };
    const { outcome } = await answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
    const session = await harness.rest(sessionId);
    expect(session.inputRequest?.approvalIds).toEqual(outcome.inputRequest?.approvalIds);
    expect(session.inputRequest?.approvalIds).not.toContain(approval.id);
  });

  test("X8: policy decides again at the moment of running: stricter asks more, forbidding blocks", async () => {
    const policy = { effect: "ask" as "ask" | "ask_admin" | "deny" };
    const decide = () => ({ effect: policy.effect, reason: "Because.", rule: "test" });
    const { approval } = await waitingCall({ policy: makePolicy(decide) });
    policy.effect = "ask_admin";
    await answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
    const [again] = await harness.pending();
    expect(again).toMatchObject({ level: "admin" });
    policy.effect = "deny";
    const { outcome } = await answerApproval(
      harness.engine,
      again?.id ?? "",
      { type: "run" },
      ADMIN,
    );
    expect(outcome).toMatchObject({ state: "blocked", error: { code: "POLICY_DENIED" } });
    expect(harness.lines()).toEqual([]);
  });
});

test("X6: the reason of a denial is told to the model, and on record", async () => {
  harness = await openHarness({
    steps: [
      { tool_calls: [{ name: "append", input: { line: "x" } }] },
      { text: "I will not.", expect: { last_result_includes: "They say: use the other file" } },
    ],
  });
  const { id } = await harness.openSession();
  await harness.say(id);
  const [asked] = await harness.pending();
  const answer = { type: "deny", reason: "use the other file" } as const;
  await answerApproval(harness.engine, asked?.id ?? "", answer, OWNER);
  expect((await harness.rest(id)).state).toBe("completed");
  const answered = (await harness.records()).find(({ type }) => type === "approval.answered");
  expect(answered?.data).toMatchObject({ reason: "use the other file" });
});

test("X9: a session says why its last turn failed, until the next one", async () => {
  let asked = 0;
  const model: Model = {
    async respond() {
      asked += 1;
      if (asked === 1) throw new Error("overloaded");
      return { text: "well", toolCalls: [] };
    },
  };
  harness = await openHarness({ model });
  const { id } = await harness.openSession();
  expect((await harness.say(id)).error).toEqual({
    code: "MODEL_FAILED",
    message: "The model did not answer: overloaded",
    retryable: true,
  });
  expect((await harness.say(id, "again")).error).toBeNull();
});
