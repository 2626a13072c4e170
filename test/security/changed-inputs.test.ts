import { afterEach, describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/base/json.ts";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import type { ModelRequest } from "../../src/models/model.ts";
import type { Approval } from "../../src/schema/approval.ts";
import type { Outcome } from "../../src/schema/outcome.ts";
import { makeApproval } from "../../src/testing/fixtures.ts";
import { OWNER } from "../harness.ts";
import { interrupted } from "../interrupted.ts";
import { type Api, type Asked, openApi } from "../open-api.ts";

let api: Api;
afterEach(() => api.close());

const APPEND = "builtin:witness:append";

type Answered = { approval: Approval; outcome: Outcome; code?: string; message?: string };

/** A call that waits for its approval; rules of the owner's stand beside the profile. */
async function asked(options: Parameters<typeof openApi>[0] = {}) {
  api = await openApi(options);
  await api.invoke(APPEND, { line: "asked" });
  const [approval] = await api.pending();
  if (!approval) throw new Error("Nothing was asked.");
  return approval;
}

const run = (id: string, inputs: JsonValue, caller: Asked = {}) =>
  api.post<Answered>(`/v1/approvals/${id}/run`, { inputs }, caller);

const stateOf = async (id: string) => (await api.gate.store.approvals.get(id))?.state;

const forbid = (line: string, more = "true") =>
  `@id("own") @reason("Not this line.") forbid (principal, action, resource)
   when { context.args has line && context.args.line == "${line}" && ${more} };`;

describe("Run with changed inputs", () => {
  test("X8, A98: what runs is the changed input, and the record says who changed what", async () => {
    const { id } = await asked();
    const { status, body } = await run(id, { line: "changed" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      approval: {
        state: "used",
        inputs: { line: "changed" },
        edited: { by: { id: "prn_owner", name: "owner" }, inputs: { line: "asked" } },
      },
      outcome: { state: "completed", ran_with: { line: "changed" } },
    });
    expect(api.lines()).toEqual([expect.stringContaining("append changed ")]);
    const records = await api.records();
    const answer = records.find(({ type }) => type === "approval.answered");
    expect(answer).toMatchObject({
      actor: "prn_owner",
      data: { edited: { before: { line: "asked" }, after: { line: "changed" } } },
    });
    const started = records.find(({ type }) => type === "invocation.started");
    expect(started?.data).toMatchObject({ inputs: { line: "changed" } });
    expect(started?.data.input_digest).toBe(answer?.data.input_digest);
  });

  test("X8: an input that does not fit the schema is refused, and the question stays", async () => {
    const { id } = await asked();
    const { status, body } = await run(id, { lines: "x" });
    expect({ status, code: body.code }).toEqual({ status: 422, code: "INPUT_INVALID" });
    expect(await stateOf(id)).toBe("pending");
    expect(api.lines()).toEqual([]);
  });

  test("X8: an input that policy denies is blocked", async () => {
    const { id } = await asked({ policyTexts: [forbid("vault")] });
    const { body } = await run(id, { line: "vault" });
    expect(body).toMatchObject({
      approval: { state: "superseded" },
      outcome: { state: "blocked", error: { code: "POLICY_DENIED" } },
    });
    expect(api.lines()).toEqual([]);
    expect(await api.audited()).toContain("policy.violated");
  });

  test("X8: an input that needs an admin is refused to who is none, and runs for one", async () => {
    const { id } = await asked({ policyTexts: [forbid("grave", "context.approval_level < 2")] });
    const refused = await run(id, { line: "grave" });
    expect(refused).toMatchObject({ status: 403, body: { code: "SCOPE_MISSING" } });
    expect(refused.body.message).toContain("needs an admin");
    expect(await stateOf(id)).toBe("pending");
    expect(api.lines()).toEqual([]);
    const { body } = await run(id, { line: "grave" }, { as: "admin" });
    expect(body).toMatchObject({
      approval: { state: "used", level: "admin" },
      outcome: { state: "completed" },
    });
    expect(api.lines()).toHaveLength(1);
  });

  test("X36, A106: a token that may only invoke changes nothing", async () => {
    const { id } = await asked();
    expect((await run(id, { line: "changed" }, { as: "agent" })).status).toBe(403);
    expect(await stateOf(id)).toBe("pending");
    expect(api.lines()).toEqual([]);
  });

  test("X8: who may not make a call does not make it by changing the input of another's", async () => {
    const own = `@id("own") @reason("Not yours.") forbid (principal == User::"prn_owner", action, resource)
      when { context.args has line && context.args.line == "mine" };`;
    api = await openApi({ policyTexts: [own] });
    await api.invoke(APPEND, { line: "asked" }, { actor: { id: "prn_agent", scopes: ["invoke"] } });
    const [approval] = await api.pending();
    const { status, body } = await run(approval?.id ?? "", { line: "mine" });
    expect({ status, code: body.code }).toEqual({ status: 403, code: "APPROVER_REFUSED" });
    expect(await stateOf(approval?.id ?? "")).toBe("pending");
    expect(api.lines()).toEqual([]);
  });

  test("A101: of two at once with different inputs one runs, and the other is told so", async () => {
    const { id } = await asked();
    const answers = await Promise.all(["one", "two"].map((line) => run(id, { line })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(api.lines()).toEqual([expect.stringContaining(`append ${won === 0 ? "one" : "two"} `)]);
    const lost = answers[1 - won];
    expect(lost?.body.code).toBe("APPROVAL_NOT_PENDING");
  });

  test("A97: replayed it answers the same; with another input it is refused; nothing runs again", async () => {
    const { id } = await asked();
    const first = await run(id, { line: "changed" });
    expect((await run(id, { line: "changed" })).body).toEqual(first.body);
    expect((await api.post(`/v1/approvals/${id}/run`)).body).toEqual(first.body);
    expect((await run(id, { line: "asked" })).status).toBe(409);
    expect((await run(id, { line: "other" })).status).toBe(409);
    expect(api.lines()).toHaveLength(1);
    const { state } = await api.invoke(APPEND, { line: "changed" });
    expect(state).toBe("input_required");
  });

  test("X23, A107: a known secret in it reaches the tool and no record", async () => {
    const { id } = await asked();
    const secret = "hunter-4711-topsecret";
    await api.gate.secrets.set("OWN", secret, [], []);
    const { body } = await run(id, { line: secret });
    expect(body.outcome.state).toBe("completed");
    expect(api.lines()).toEqual([expect.stringContaining(secret)]);
    const { items: events } = await api.store.audit.list({ limit: 1_000, offset: 0 });
    const kept = [body, await api.gate.store.approvals.get(id), events];
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(JSON.stringify(kept)).toContain("***REDACTED***");
  });

  test("X23: a value that is hidden from the approver is not run as the mark that hides it", async () => {
    api = await openApi();
    await api.gate.secrets.set("OWN", "hunter-4711-topsecret", [], []);
    await api.invoke(APPEND, { line: "hunter-4711-topsecret" });
    const [approval] = await api.pending();
    expect(approval?.inputs).toEqual({ line: "***REDACTED***" });
    const { status, body } = await run(approval?.id ?? "", { line: "***REDACTED*** too" });
    expect({ status, code: body.code }).toEqual({ status: 422, code: "INPUT_INVALID" });
    expect(await stateOf(approval?.id ?? "")).toBe("pending");
  });

  test("X8, I35: what a dry run says is said anew, of the changed input", async () => {
    api = await openApi({ permissions: { ask: ["builtin:session_file_system:*"] } });
    const { id: sessionId } = await api.openSession();
    const files = api.engine.filesOf(sessionId);
    for (const path of ["/a/one.txt", "/b/two.txt"]) await files.write(path, Buffer.from("x"));
    const DELETE = "builtin:session_file_system:delete_file";
    await api.invoke(DELETE, { path: "/a", recursive: true }, { sessionId });
    const [approval] = await api.pending();
    expect(JSON.stringify(approval?.preview)).toContain("/a");
    const { body } = await run(approval?.id ?? "", { path: "/b", recursive: true });
    expect(body).toMatchObject({ approval: { state: "used" }, outcome: { state: "completed" } });
    expect(JSON.stringify(body.approval.preview)).not.toContain("/a");
    expect(await api.store.files.get(sessionId, "/a/one.txt")).toBeDefined();
    expect(await api.store.files.get(sessionId, "/b/two.txt")).toBeUndefined();
  });

  test("X8: changed between answer and effect, policy still has the last word", async () => {
    const { id } = await asked();
    const { policy } = api.gate;
    let isStrict = false;
    Object.assign(api.gate, {
      policy: {
        ...policy,
        decide: (request: Parameters<typeof policy.decide>[0]) =>
          isStrict
            ? { effect: "deny", rule: "own", reason: "Not any more." }
            : policy.decide(request),
      },
    });
    const { journal } = api.gate.store;
    const { commit } = journal;
    Object.assign(journal, {
      commit: async (step: string, ...rest: unknown[]) => {
        await Reflect.apply(commit, journal, [step, ...rest]);
        if (step === "approval.answer") isStrict = true;
      },
    });
    const { outcome } = await answerApproval(
      api.engine,
      id,
      { type: "run", inputs: { line: "changed" } },
      OWNER,
    );
    expect(outcome).toMatchObject({ state: "blocked" });
    expect(api.lines()).toEqual([]);
  });
});

describe("in a turn", () => {
  test("P27: the model is told which input ran", async () => {
    const seen: ModelRequest[] = [];
    api = await openApi({
      model: {
        async respond(request) {
          seen.push({ ...request, messages: [...request.messages] });
          const input = { line: "asked" };
          if (seen.length > 1) return { text: "done", toolCalls: [] };
          return { text: "", toolCalls: [{ name: "append", input }] };
        },
      },
    });
    const { id } = await api.openSession();
    await api.say(id);
    const [approval] = await api.pending();
    await run(approval?.id ?? "", { line: "changed" });
    expect(await api.rest(id)).toMatchObject({ state: "completed" });
    const told = seen.at(-1)?.messages.at(-1);
    expect(JSON.parse(told?.content ?? "")).toMatchObject({
      ran_with: { line: "changed" },
      result: { written: true },
    });
    const { body } = await api.get<{ items: { role: string }[] }>(`/v1/sessions/${id}/messages`);
    expect(body.items.find(({ role }) => role === "tool")).toMatchObject({
      content: '{"written":true}',
      ran_with: { line: "changed" },
    });
    expect(api.lines()).toEqual([expect.stringContaining("append changed ")]);
  });

  test("F68: a call that was interrupted and ran, as a person found, is told with its changed input", async () => {
    api = await openApi();
    const { id, inputRequest } = await interrupted(api, APPEND, { line: "changed" });
    const edited = { by: "prn_owner", inputs: { line: "asked" } };
    const approval = makeApproval({
      state: "used",
      sessionId: id,
      invocationId: inputRequest?.invocationId ?? "",
      toolId: APPEND,
      edited,
    });
    await api.gate.store.journal.commit("test.approval", [
      { type: "approval.put", approval, expect: null },
    ]);
    const { body } = await api.get<{ resume_token: string }>(`/v1/sessions/${id}`);
    const sent = { resume_token: body.resume_token, reconcile: "ran" };
    expect((await api.post(`/v1/sessions/${id}/resume`, sent)).status).toBe(200);
    await api.rest(id);
    const messages = await api.get<{ items: { role: string }[] }>(`/v1/sessions/${id}/messages`);
    expect(messages.body.items.find(({ role }) => role === "tool")).toMatchObject({
      ran_with: { line: "changed" },
      answer: { type: "edited", by: "owner" },
    });
  });

  test("A119: a hook that refuses the changed input, or would change it, is heard", async () => {
    const { id } = await asked();
    const { setupOf } = api.gate;
    const hooks = [
      {
        capabilityId: "guard",
        hooks: {
          beforeCall: ({ inputs }: { inputs: Record<string, JsonValue> }) =>
            inputs.line === "bad" ? { veto: "Not bad things." } : { inputs: { line: "else" } },
        },
      },
    ];
    Object.assign(api.gate, {
      setupOf: async (call: Parameters<typeof setupOf>[0]) => ({ ...(await setupOf(call)), hooks }),
    });
    for (const line of ["bad", "good"]) {
      const { status, body } = await run(id, { line });
      expect({ status, code: body.code }).toEqual({ status: 403, code: "VETOED" });
    }
    expect(await stateOf(id)).toBe("pending");
    expect(api.lines()).toEqual([]);
  });
});
