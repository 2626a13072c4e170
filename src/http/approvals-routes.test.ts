import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";

type Asked = { invocation_id: string; input_request: { approval_ids: [string] } };
type ApprovalBody = { id: string; state: string };
type Answered = { approval: ApprovalBody; outcome: { state: string; invocation_id: string } };

let api: Api;
beforeEach(async () => {
  api = await openApi({
    steps: [{ tool_calls: [{ name: "append", input: { line: "in turn" } }] }, { text: "Done." }],
  });
});
afterEach(async () => {
  expect(api.reported).toEqual([]);
  await api.close();
});

/** A call outside any session that asks; the id of its approval. */
async function ask(tool = "append", body: object = { inputs: { line: "camelCase" } }) {
  const answer = await api.post<Asked>(`/v1/tools/builtin:witness:${tool}/invoke`, body);
  return answer.body.input_request.approval_ids[0];
}

const run = (id: string, as: "owner" | "admin" | "agent" = "owner") =>
  api.post<Answered>(`/v1/approvals/${id}/run`, undefined, { as });
const deny = (id: string, as: "owner" | "admin" | "agent" = "owner") =>
  api.post<Answered>(`/v1/approvals/${id}/deny`, undefined, { as });
const stateOf = async (id: string) =>
  (await api.get<ApprovalBody>(`/v1/approvals/${id}`)).body.state;

describe("an approval", () => {
  test("P26: shows exactly what would run, and why it asks", async () => {
    const id = await ask();
    const { status, body } = await api.get(`/v1/approvals/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      state: "pending",
      level: "user",
      session_id: null,
      invocation_id: expect.stringMatching(/^inv_/),
      tool_id: "builtin:witness:append",
      risk_level: "HIGH",
      side_effect_tags: ["fs.write"],
      inputs: { line: "camelCase" },
      reason: "Profile risk asks a person for HIGH risk.",
      expires_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      answered_by: null,
      answered_at: null,
    });
  });

  test("is listed newest first, by state and by session", async () => {
    const [first, second] = [await ask(), await ask()];
    const session = await api.openSession();
    await api.say(session.id);
    const ids = async (query: string) =>
      (await api.get<{ items: ApprovalBody[] }>(`/v1/approvals${query}`)).body.items.map(
        ({ id }) => id,
      );
    const [third] = await ids(`?session_id=${session.id}`);
    expect(await ids("")).toEqual([third, second, first]);
    await deny(first);
    expect(await ids("?state=pending")).toEqual([third, second]);
    expect(await ids("?state=denied")).toEqual([first]);
    expect(await ids(`?state=denied&session_id=${session.id}`)).toEqual([]);
    expect(await api.get("/v1/approvals?state=lost")).toMatchObject({
      status: 422,
      body: { details: { field: "state" } },
    });
  });

  test.each(["appr_unknown", "__proto__", "x".repeat(5_000)])(
    "%j does not exist: 404",
    async (id) => {
      const gone = { status: 404, body: { code: "APPROVAL_NOT_FOUND" } };
      expect(await api.get(`/v1/approvals/${id}`)).toMatchObject(gone);
      expect(await run(id)).toMatchObject(gone);
      expect(await deny(id)).toMatchObject(gone);
    },
  );
});

describe("run", () => {
  test("P6, P26: runs exactly what was asked about, once, and answers its outcome", async () => {
    const id = await ask();
    expect(api.lines()).toEqual([]);
    const { status, body } = await run(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      approval: { id, state: "used", answered_by: { id: "prn_owner", name: "owner" } },
      outcome: { state: "completed", outputs: { written: true } },
    });
    expect(body).not.toHaveProperty("session");
    expect(api.lines()).toEqual([`append camelCase ${body.outcome.invocation_id}`]);
  });

  test("X8: a second run, and three at once, answer the same and run nothing more", async () => {
    const id = await ask();
    const answers = await Promise.all([run(id), run(id), run(id)]);
    answers.push(await run(id));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.outcome).toEqual(answers[0]?.body.outcome);
    }
    expect(api.lines()).toHaveLength(1);
  });

  test("P27: in a session lets the turn go on; with wait_ms answers with its end", async () => {
    const session = await api.openSession();
    await api.say(session.id);
    const [pending] = await api.pending();
    const { body } = await api.post(`/v1/approvals/${pending?.id}/run?wait_ms=5000`);
    expect(body).toMatchObject({
      approval: { state: "used", session_id: session.id },
      outcome: { state: "completed" },
      session: { id: session.id, state: "completed" },
      messages: [
        { role: "user" },
        { role: "assistant" },
        { role: "tool", content: '{"written":true}' },
        { role: "assistant", content: "Done." },
      ],
    });
  });

  test("X8, X36: an approval of CRITICAL needs an admin, to run and to deny", async () => {
    const id = await ask("append_critical");
    expect((await api.get(`/v1/approvals/${id}`)).body).toMatchObject({ level: "admin" });
    for (const answer of [await run(id), await deny(id)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: "SCOPE_MISSING" } });
    }
    expect(await stateOf(id)).toBe("pending");
    expect(await run(id, "admin")).toMatchObject({
      status: 200,
      body: { approval: { state: "used" } },
    });
    expect(api.lines()).toHaveLength(1);
  });

  test("X36: a token that can only invoke cannot approve its own call, nor deny it", async () => {
    const body = { inputs: { line: "mine" } };
    const answer = await api.post<Asked>("/v1/tools/builtin:witness:append/invoke", body, {
      as: "agent",
    });
    const [id] = answer.body.input_request.approval_ids;
    for (const refused of [await run(id, "agent"), await deny(id, "agent")]) {
      expect(refused).toMatchObject({
        status: 403,
        body: { code: "SCOPE_MISSING", details: { scope: "approve" } },
      });
    }
    expect(await stateOf(id)).toBe("pending");
    expect(api.lines()).toEqual([]);
  });

  test("takes inputs of one's own, and nothing that it does not know", async () => {
    const id = await ask();
    expect(await api.post(`/v1/approvals/${id}/run`, {})).toMatchObject({ status: 200 });
    const other = await ask();
    const input = { line: "something else" };
    expect(await api.post(`/v1/approvals/${other}/run`, { input })).toMatchObject({
      status: 422,
      body: { code: "REQUEST_INVALID", details: { field: "input" } },
    });
    expect(await stateOf(other)).toBe("pending");
    expect(await api.post(`/v1/approvals/${other}/run`, { inputs: input })).toMatchObject({
      status: 200,
      body: { approval: { state: "used", inputs: input } },
    });
  });
});

describe("deny", () => {
  test("P6: does not run it, and answers that it is blocked", async () => {
    const id = await ask();
    const { status, body } = await deny(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      approval: { id, state: "denied", answered_by: { id: "prn_owner", name: "owner" } },
      outcome: { state: "blocked", error: { code: "APPROVAL_DENIED", retryable: false } },
    });
    expect((await deny(id)).body).toEqual(body);
    expect(api.lines()).toEqual([]);
  });

  test("X8: what was denied can no longer be run, and what was run not denied", async () => {
    const [denied, ran] = [await ask(), await ask()];
    await deny(denied);
    await run(ran);
    expect(await run(denied)).toMatchObject({
      status: 409,
      body: { code: "APPROVAL_NOT_PENDING", details: { approval_id: denied, state: "denied" } },
    });
    expect(await deny(ran)).toMatchObject({
      status: 409,
      body: { code: "APPROVAL_NOT_PENDING", details: { state: "used" } },
    });
    expect(api.lines()).toHaveLength(1);
  });

  test("X8: what nobody answered in time can no longer be run", async () => {
    const id = await ask();
    api.clock.advance(86_400_000);
    expect(await run(id)).toMatchObject({
      status: 409,
      body: { code: "APPROVAL_NOT_PENDING", details: { state: "expired" } },
    });
    expect(api.lines()).toEqual([]);
  });
});
