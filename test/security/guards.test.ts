import { afterEach, describe, expect, test } from "vitest";
import { defineCapability } from "../../src/app/define-capability.ts";
import { createAgent, patchAgent } from "../../src/engine/sessions/agents.ts";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import { cancelSession } from "../../src/engine/sessions/cancel-session.ts";
import { requireSession } from "../../src/engine/sessions/require-session.ts";
import { freezeSpec, putSpec } from "../../src/engine/sessions/spec.ts";
import { directCall } from "../../src/gate/direct-call.ts";
import { invoke, resume } from "../../src/gate/invoke.ts";
import type { PolicyRequest } from "../../src/policy/policy.ts";
import type { Actor } from "../../src/schema/actor.ts";
import type { Decision } from "../../src/schema/decision.ts";
import { faultyStore } from "../../src/testing/faults.ts";
import { makeHalt, makeInvocation, makeLedgerEntry } from "../../src/testing/fixtures.ts";
import { makePolicy } from "../../src/testing/make-policy.ts";
import { ADMIN, type Harness, OWNER, openHarness } from "../harness.ts";
import { interrupted } from "../interrupted.ts";
import { type Api, openApi } from "../open-api.ts";
import { openTestStore } from "../open-test-store.ts";

/** Guards that a small change would take away without anyone noticing: one test for each. */

let close = async () => {};
afterEach(() => close());

async function open(options: Parameters<typeof openHarness>[0] = {}): Promise<Harness> {
  const harness = await openHarness(options);
  close = () => harness.close();
  return harness;
}

async function openOver(options: Parameters<typeof openApi>[0] = {}): Promise<Api> {
  const api = await openApi(options);
  close = () => api.close();
  return api;
}

const APPEND = "builtin:witness:append";
const FREELY = "builtin:witness:append_freely";
const ALWAYS = { scope: "always", match: "tool" } as const;

/** Says Run to the only question that is open. */
async function run({ engine, pending }: Harness, by: Actor = OWNER, remember?: typeof ALWAYS) {
  const [approval] = await pending();
  if (!approval) throw new Error("Nothing was asked.");
  const answer = { type: "run", ...(remember && { remember }) } as const;
  return answerApproval(engine, approval.id, answer, by);
}

describe("a session that only plans", () => {
  test.each([undefined, "execution"])(
    "X10: runs no direct call, whatever mode the call names: %s",
    async (mode) => {
      const api = await openOver();
      const { body } = await api.post<{ id: string }>("/v1/sessions", {
        agent_id: "agent_witness",
        mode: "planning",
      });
      const path = "/v1/tools/builtin:witness:append_freely/invoke";
      const wanted = { inputs: { line: "x" }, session_id: body.id, ...(mode && { mode }) };
      expect((await api.post(path, wanted)).body).toMatchObject({ state: "blocked" });
      expect(api.lines()).toEqual([]);
      const refused = (await api.records()).find(({ type }) => type === "policy.violated");
      expect(refused?.data).toMatchObject({
        code: "DRY_RUN_UNSUPPORTED",
        rule: "dry_run.unsupported",
        mode: "planning",
        dry_run: true,
      });
    },
  );

  test("X10: reads, also with a tool that knows nothing of dry runs", async () => {
    const harness = await open();
    const looked = await harness.invoke("builtin:witness:look", {}, { mode: "planning" });
    expect(looked.state).toBe("completed");
  });
});

describe("a resume token", () => {
  /** Forged without the key, signed for another moment, and of somebody else. */
  const wrong = (token: string) => {
    const [id, version, turn, signature] = token.split(":");
    return [
      `${id}:${version}:${turn}`,
      `${id}:${version}:${turn}:${"A".repeat(43)}`,
      `${id}:${Number(version) + 1}:${turn}:${signature}`,
      `${id}:${version}:${Number(turn) + 1}:${signature}`,
      "",
    ];
  };

  test("S42, S55: of another moment tells nothing about an interrupted call of a session", async () => {
    const api = await openOver();
    const { id } = await interrupted(api, APPEND);
    const { body } = await api.get<{ resume_token: string }>(`/v1/sessions/${id}`);
    for (const resume_token of wrong(body.resume_token)) {
      const sent = { resume_token, reconcile: "ran" };
      expect(await api.post(`/v1/sessions/${id}/resume`, sent)).toMatchObject({
        status: 409,
        body: { details: { field: "resume_token" } },
      });
      expect(await requireSession(api.gate, id)).toMatchObject({ state: "input_required" });
    }
    const right = { resume_token: body.resume_token, reconcile: "not_run" };
    expect((await api.post(`/v1/sessions/${id}/resume`, right)).status).toBe(200);
    expect((await api.rest(id)).state).toBe("completed");
  });

  test("S42, S55: of another moment does not end a pause", async () => {
    const api = await openOver();
    const opened = await api.openSession({}, OWNER);
    const session = { ...opened, state: "paused", version: opened.version + 1 } as const;
    await api.gate.store.journal.commit("test.pause", [
      { type: "session.move", session, expect: opened.version },
    ]);
    const { body } = await api.get<{ resume_token: string }>(`/v1/sessions/${opened.id}`);
    for (const resume_token of wrong(body.resume_token)) {
      const answer = await api.post(`/v1/sessions/${opened.id}/resume`, { resume_token });
      expect(answer).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
      expect((await requireSession(api.gate, opened.id)).state).toBe("paused");
    }
  });

  test("S42, S55: of another moment tells nothing about an interrupted call by itself", async () => {
    const api = await openOver();
    const { gate } = api;
    const invocation = makeInvocation({ toolId: APPEND, inputs: { line: "x" }, position: null });
    const entry = makeLedgerEntry({ invocationId: invocation.id });
    await gate.store.journal.commit("test.interrupt", [
      { type: "invocation.put", invocation, expect: null },
      { type: "ledger.put", entry, expect: null },
    ]);
    const { resumeToken = "" } = await resume(gate, invocation, null);
    const path = `/v1/tools/${APPEND}/invoke`;
    for (const resume_token of wrong(resumeToken)) {
      const answer = await api.post(path, { resume_token, reconcile: "run_again" });
      expect(answer).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
      expect(await gate.store.invocations.ledger(invocation.id)).toMatchObject({
        status: "unknown",
      });
    }
    expect(api.lines()).toEqual([]);
    const right = { resume_token: resumeToken, reconcile: "ran" };
    expect((await api.post(path, right)).body).toMatchObject({ state: "completed" });
    expect(await api.post(path, right)).toMatchObject({ status: 409 });
  });
});

describe("a remembered answer", () => {
  test("X8, X6: counts for the configuration that it was given for", async () => {
    const ran: unknown[] = [];
    const mailer = defineCapability({
      id: "mailer",
      name: "Mailer",
      description: "Sends to whom its configuration names.",
      status: "available",
      configSchema: { type: "object", properties: { to: { type: "string" } } },
      tools: [
        {
          name: "send",
          description: "Sends.",
          riskLevel: "HIGH",
          inputSchema: { type: "object" },
          run: (_inputs, { config }) => ran.push(config),
        },
      ],
    });
    const harness = await open({ capabilities: [mailer] });
    const to = (address: string) => [{ id: "mailer", config: { to: address } }];
    const wanted = { name: "m", systemPrompt: "", capabilities: to("a@x"), model: undefined };
    const agent = await createAgent(harness.engine, wanted, "owner");
    const { id: sessionId } = await harness.openSession({ agentId: agent.id });
    const send = async () => (await harness.invoke("builtin:mailer:send", {}, { sessionId })).state;
    expect(await send()).toBe("input_required");
    await run(harness, OWNER, ALWAYS);
    expect(await send()).toBe("completed");
    await patchAgent(harness.engine, agent.id, { capabilities: to("eve@x") }, "owner");
    expect(await send()).toBe("input_required");
    expect(ran).toEqual([{ to: "a@x" }, { to: "a@x" }]);
  });

  /** A policy that says what `says` holds. */
  async function openSaying(says: { now: (request: PolicyRequest) => Decision["effect"] }) {
    const decide = (request: PolicyRequest): Decision => ({
      effect: says.now(request),
      reason: "So it is.",
      rule: "test",
    });
    const harness = await open({ policy: makePolicy(decide) });
    const call = async () => (await harness.invoke(APPEND, { line: "x" })).state;
    expect(await call()).toBe("input_required");
    return { harness, call };
  }

  test.each([
    { by: OWNER, after: "input_required" },
    { by: ADMIN, after: "completed" },
  ])("X6, X8: of $by.id stands for an admin's only if it is one's: $after", async (row) => {
    const says = { now: (): Decision["effect"] => "ask" };
    const { harness, call } = await openSaying(says);
    await run(harness, row.by, ALWAYS);
    says.now = () => "ask_admin";
    expect(await call()).toBe(row.after);
    expect(harness.lines()).toHaveLength(row.after === "completed" ? 2 : 1);
  });

  test("X6, X8: of a person who may not approve any more counts for nothing", async () => {
    const says = { now: (_: PolicyRequest): Decision["effect"] => "ask" };
    const { harness, call } = await openSaying(says);
    await run(harness, OWNER, ALWAYS);
    expect(await call()).toBe("completed");
    says.now = ({ approver }) => (approver === "prn_owner" ? "deny" : "ask");
    expect(await call()).toBe("input_required");
    expect(harness.lines()).toHaveLength(2);
  });

  test.each(["session", "always"] as const)(
    "X6, P41: is on record as given for %s",
    async (scope) => {
      const harness = await open();
      const { id: sessionId } = await harness.openSession();
      await harness.invoke(APPEND, { line: "x" }, { sessionId });
      const [approval] = await harness.pending();
      const answer = { type: "run", remember: { scope, match: "tool" } } as const;
      await answerApproval(harness.engine, approval?.id ?? "", answer, OWNER);
      const created = (await harness.records()).find(({ type }) => type === "grant.created");
      expect(created).toMatchObject({
        actor: "prn_owner",
        data: { scope, match: "tool", level: "user", approval_id: approval?.id },
      });
    },
  );
});

describe("a call that is made again after its answer", () => {
  /** A governed session of an installation that would let everything run. */
  async function governed() {
    const harness = await open({ profile: "auto" });
    const { gate, engine } = harness;
    const { id } = await harness.openSession({ profile: "governed" });
    const write = async (goal: string) =>
      putSpec(engine, await requireSession(gate, id), { goal }, OWNER);
    await write("One line.");
    await freezeSpec(engine, await requireSession(gate, id), undefined, OWNER);
    const wanted = { toolId: APPEND, inputs: { line: "x" }, actor: OWNER };
    await invoke(gate, directCall(gate, wanted, await requireSession(gate, id)));
    return { harness, write };
  }

  test("X10, C44: runs under the spec that is frozen, and says so", async () => {
    const { harness } = await governed();
    expect((await run(harness)).outcome.state).toBe("completed");
    const started = (await harness.records()).find(({ type }) => type === "invocation.started");
    expect(started?.data).toMatchObject({
      profile: "governed",
      spec_frozen_at: "2026-01-02T03:04:05.000Z",
    });
  });

  test("X8, X10: is decided by its session's profile, not by the installation's", async () => {
    const { harness, write } = await governed();
    await write("Another line.");
    expect((await run(harness)).outcome).toMatchObject({ state: "blocked" });
    expect(harness.lines()).toEqual([]);
  });
});

test("X8: who may not approve any more when the call is about to run has not approved it", async () => {
  let isBarred = false;
  const store = faultyStore(await openTestStore(), (point) => {
    if (point === "commit approval.answer: after") isBarred = true;
  });
  const policy = makePolicy(({ approver }) => ({
    effect: isBarred && approver === "prn_owner" ? "deny" : "ask",
    reason: "So it is.",
    rule: "test",
  }));
  const harness = await open({ store, policy });
  await harness.invoke(APPEND, { line: "x" });
  expect((await run(harness)).outcome).toMatchObject({
    state: "blocked",
    error: { code: "POLICY_DENIED" },
  });
  expect(harness.lines()).toEqual([]);
});

test("X23, S43: what a tool says when it fails is told without secrets", async () => {
  const clumsy = defineCapability({
    id: "clumsy",
    name: "Clumsy",
    description: "Fails and tells too much.",
    status: "available",
    tools: [
      {
        name: "fail",
        description: "Fails.",
        riskLevel: "LOW",
        inputSchema: { type: "object" },
        run: () => {
          throw new Error("Refused: Authorization: Bearer abcdef0123456789abcdef");
        },
      },
    ],
  });
  const harness = await open({ capabilities: [clumsy] });
  const { error } = await harness.invoke("builtin:clumsy:fail", {});
  expect(error?.message).toContain("***REDACTED***");
  expect(error?.message).not.toContain("abcdef0123456789");
});

test("a halt that comes while a call is claimed stops it before it starts", async () => {
  let halt = () => {};
  const store = faultyStore(await openTestStore(), (point) => {
    if (point === "commit call.claim: after") halt();
  });
  const harness = await open({ store });
  halt = () => harness.gate.halt.set(makeHalt());
  const outcome = await harness.invoke(FREELY, { line: "x" });
  expect(outcome).toMatchObject({ state: "failed", error: { code: "HALTED" } });
  expect(harness.lines()).toEqual([]);
  harness.gate.halt.lift();
});

test("X9: a session whose call has to be reconciled cannot be cancelled away from it", async () => {
  const harness = await open();
  const { id } = await interrupted(harness, APPEND);
  await expect(cancelSession(harness.engine, id, OWNER)).rejects.toMatchObject({
    code: "STATE_CONFLICT",
    message: expect.stringContaining("reconciled"),
  });
  expect(await requireSession(harness.gate, id)).toMatchObject({
    state: "input_required",
    inputRequest: { kind: "reconcile" },
  });
});
