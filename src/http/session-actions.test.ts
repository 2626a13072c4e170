import { afterEach, describe, expect, test } from "vitest";
import { openApi } from "../../test/open-api.ts";
import type { JsonObject } from "../base/json.ts";
import type { Model } from "../models/model.ts";

let close = async () => {};
afterEach(() => close());

async function open(options: Parameters<typeof openApi>[0] = {}) {
  const api = await openApi(options);
  close = api.close;
  return api;
}

const add = (a: number, b: number) => ({ tool_calls: [{ name: "add", input: { a, b } }] });

/** A model that holds its answer until it is told to give it. */
function heldModel() {
  const gates: (() => void)[] = [];
  const model: Model = {
    respond: ({ onText }) =>
      new Promise((resolve) => {
        onText?.("Thin");
        gates.push(() => resolve({ text: "Thinking done.", toolCalls: [] }));
      }),
  };
  return { model, release: () => gates.shift()?.(), asked: () => gates.length };
}

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 3_000; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("It did not come true within 3 s.");
}

describe("a question of the model", () => {
  const asking: Model = {
    async respond({ messages }) {
      const said = messages.filter(({ role }) => role === "user").map(({ content }) => content);
      if (said.length > 1) return { text: `So: ${said.join(" / ")}`, toolCalls: [] };
      return {
        text: "Which city?",
        toolCalls: [],
        questions: [{ name: "city", type: "string", description: "A city.", required: true }],
        usage: { inputTokens: 11, outputTokens: 3 },
      };
    },
  };

  test("S10, X9: the session waits with kind fields; the next message is the answer", async () => {
    const api = await open({ model: asking });
    const { id } = await api.openSession();
    const waiting = await api.say(id, "the weather");
    expect(waiting).toMatchObject({
      state: "input_required",
      inputRequest: { kind: "fields", reason: "Which city?", fields: [{ name: "city" }] },
    });
    const done = await api.say(id, "Rome");
    expect(done).toMatchObject({ state: "completed", turn: 2, inputRequest: null });
    const { items } = await api.store.sessions.messages(id, { limit: 9, offset: 0 });
    expect(items.at(-1)?.content).toBe("So: the weather / Rome");
  });

  test("S11, S42: it can be answered by resume, with the token of what was asked", async () => {
    const api = await open({ model: asking });
    const { id } = await api.openSession({}, { id: "prn_owner", scopes: ["invoke", "approve"] });
    await api.say(id, "the weather");
    const { body } = await api.get<JsonObject>(`/v1/sessions/${id}`);
    const stale = await api.post(`/v1/sessions/${id}/resume`, {
      resume_token: "no",
      inputs: { city: "Rome" },
    });
    expect(stale).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
    const answered = await api.post<{ session: JsonObject; messages: JsonObject[] }>(
      `/v1/sessions/${id}/resume?wait_ms=3000`,
      { resume_token: body.resume_token, inputs: { city: "Rome" } },
    );
    expect(answered.body.session).toMatchObject({ state: "completed", turn: 2 });
    expect(answered.body.messages.at(-1)?.content).toContain("city: Rome");
  });

  test("what a session used is counted, and what comes next is estimated", async () => {
    const api = await open({ model: asking });
    const { id } = await api.openSession();
    await api.say(id, "the weather");
    const { body } = await api.get<JsonObject>(`/v1/sessions/${id}/usage`);
    expect(body).toMatchObject({ input_tokens: 11, output_tokens: 3, turns: 1, model_calls: 1 });
    expect(body.context).toMatchObject({ tool_tokens: expect.any(Number), deferred_tokens: 0 });
  });

  test("X29: a session that has used its tokens asks no model, and says so", async () => {
    const api = await open({ model: asking, limits: { tokens_per_session: 10 } });
    const { id } = await api.openSession();
    await api.say(id, "the weather");
    const spent = await api.say(id, "Rome");
    expect(spent.state).toBe("escalated");
    const { items } = await api.store.sessions.events(id, { since: 0, limit: 99, offset: 0 });
    expect(JSON.stringify(items.at(-1)?.data)).toContain("TOKEN_LIMIT_REACHED");
  });

  test("what models cost is said where their price is known, and null where not", async () => {
    const prices = { "dear/*": { input: 1_000_000, output: 2_000_000 } };
    const api = await open({ model: asking, settings: { model: "dear/one", prices } });
    const { id } = await api.openSession();
    await api.say(id, "the weather");
    const cost = 11 * 1 + 3 * 2;
    expect((await api.get(`/v1/sessions/${id}/usage`)).body).toMatchObject({ cost });
    expect((await api.get("/v1/usage")).body).toMatchObject({ items: [{ cost }] });
    const overview = await api.get<{ tokens: { cost: number }[] }>("/v1/overview");
    expect(overview.body.tokens.at(-1)).toMatchObject({ cost });
    expect((await api.get<string>("/metrics")).body).toContain(`capstan_model_cost_total ${cost}`);
    await api.close();
    const unpriced = await open({ model: asking });
    const other = await unpriced.openSession();
    await unpriced.say(other.id, "the weather");
    expect((await unpriced.get(`/v1/sessions/${other.id}/usage`)).body).toMatchObject({
      cost: null,
    });
    expect((await unpriced.get("/v1/usage")).body).toMatchObject({ items: [{ cost: null }] });
  });

  test("X29: a session that has cost its limit asks no model, nor one whose price nobody said", async () => {
    const prices = { "dear/one": { input: 100_000, output: 0 } };
    const lastError = async (model: string) => {
      await close();
      const limits = { cost_per_session: 0.5 };
      const api = await open({ model: asking, settings: { model, prices }, limits });
      const { id } = await api.openSession();
      await api.say(id, "the weather");
      await api.say(id, "Rome");
      const { items } = await api.store.sessions.events(id, { since: 0, limit: 99, offset: 0 });
      return JSON.stringify(items.at(-1)?.data);
    };
    expect(await lastError("dear/one")).toMatch(/COST_LIMIT_REACHED.*1\.1000 of at most 0\.5/);
    expect(await lastError("other/one")).toMatch(/COST_LIMIT_REACHED.*what \\"other\/one\\" costs/);
    expect(await lastError("offline")).not.toContain("COST_LIMIT");
  });
});

describe("a running turn", () => {
  test("S17: is paused, takes no further step, and goes on when it is resumed", async () => {
    const held = heldModel();
    const api = await open({ model: held.model });
    const { id } = await api.openSession({}, { id: "prn_owner", scopes: ["invoke", "approve"] });
    await api.post(`/v1/sessions/${id}/messages`, { content: "think" });
    await eventually(() => held.asked() === 1);
    expect((await api.post(`/v1/sessions/${id}/pause`, {})).body).toMatchObject({
      state: "paused",
    });
    held.release();
    await eventually(() => !api.engine.queue.busy);
    const { body } = await api.get<JsonObject>(`/v1/sessions/${id}`);
    expect(body.state).toBe("paused");
    await api.post(`/v1/sessions/${id}/resume`, { resume_token: body.resume_token });
    await eventually(() => held.asked() === 1);
    held.release();
    expect((await api.rest(id)).state).toBe("completed");
    const { items } = await api.store.sessions.messages(id, { limit: 9, offset: 0 });
    expect(items.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("S17: only a running turn is paused", async () => {
    const api = await open();
    const { id } = await api.openSession();
    const refused = await api.request("POST", `/v1/sessions/${id}/pause`, {
      as: "admin",
      body: {},
    });
    expect(refused).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
  });

  test("its text is told while it is written, without known secrets", async () => {
    const told: string[] = [];
    const secret = "correct-horse-battery";
    const model: Model = {
      async respond({ onText }) {
        for (const piece of ["It is ", "correct-ho", "rse-battery", "."]) onText?.(piece);
        return { text: "done", toolCalls: [] };
      },
    };
    const api = await open({ model });
    await api.request("PUT", "/v1/secrets/KEY", { as: "admin", body: { value: secret } });
    const { id } = await api.openSession();
    api.engine.deltas.listen(id, (delta) => "text" in delta && told.push(delta.text));
    await api.say(id);
    expect(told.join("")).toMatch(/^It is \*\*\*REDACTED/);
    expect(told.join("")).not.toContain("horse");
  });
});

describe("a session", () => {
  test("is called by its first message, until somebody names it", async () => {
    const api = await open({ steps: [{ text: "ok" }] });
    const { id } = await api.openSession();
    expect((await api.say(id, "  What is\n the time in Tokyo? ")).title).toBe(
      "What is the time in Tokyo?",
    );
    const long = await api.openSession();
    expect((await api.say(long.id, "word ".repeat(50))).title.length).toBeLessThanOrEqual(61);
    const named = await api.request("PATCH", `/v1/sessions/${id}`, {
      as: "admin",
      body: { title: "Time" },
    });
    expect(named.body).toMatchObject({ title: "Time", state: "completed" });
  });

  test("is forked from any message, with calls, results and files of its own", async () => {
    const api = await open({ steps: [add(1, 2), { text: "3" }, add(3, 4), { text: "7" }] });
    const { id } = await api.openSession();
    await api.say(id, "one and two");
    await api.say(id, "three and four");
    const { items } = await api.store.sessions.messages(id, { limit: 9, offset: 0 });
    const forked = await api.request<JsonObject>("POST", `/v1/sessions/${id}/fork`, {
      as: "admin",
      body: { message_id: items[3]?.id },
    });
    expect(forked).toMatchObject({ status: 201, body: { state: "completed", turn: 1 } });
    const copy = await api.store.sessions.messages(String(forked.body.id), { limit: 9, offset: 0 });
    expect(copy.items.map(({ content }) => content)).toEqual(
      items.slice(0, 4).map(({ content }) => content),
    );
    const [, asked, result] = copy.items;
    expect(asked?.toolCalls?.[0]?.id).toBe(result?.invocationId);
    expect(result?.invocationId).not.toBe(items[2]?.invocationId);
    expect((await api.say(String(forked.body.id), "go on")).state).toBe("completed");
    const unknown = await api.request("POST", `/v1/sessions/${id}/fork`, {
      as: "admin",
      body: { message_id: "msg_none" },
    });
    expect(unknown.status).toBe(422);
  });

  test("is erased: nothing of it is left but the frames of its records, and the chain holds", async () => {
    const api = await open({ steps: [add(1, 2), { text: "3" }] });
    const { id } = await api.openSession();
    await api.say(id, "one and two");
    const erase = (as: "agent" | "owner" | "admin") =>
      api.request("DELETE", `/v1/sessions/${id}`, { as });
    expect((await erase("agent")).status).toBe(403);
    expect(await erase("admin")).toMatchObject({ status: 200, body: { erased: true } });
    expect((await erase("admin")).status).toBe(404);
    expect((await api.get(`/v1/sessions/${id}`)).status).toBe(404);
    await api.gate.auditor.seal();
    const verification = await api.get<JsonObject>("/v1/audit/verify");
    expect(verification.body).toMatchObject({ ok: true });
    const { items } = await api.store.audit.list({ sessionId: id, limit: 50, offset: 0 });
    expect(items.length).toBe(2);
    for (const item of items) expect(item).toMatchObject({ data: {}, erased: true });
    expect(await api.audited()).toContain("session.erased");
  });

  test("is not erased while it waits", async () => {
    const api = await open({
      steps: [{ tool_calls: [{ name: "append", input: { line: "x" } }] }],
    });
    const { id } = await api.openSession();
    expect((await api.say(id)).state).toBe("input_required");
    const refused = await api.request("DELETE", `/v1/sessions/${id}`, { as: "admin" });
    expect(refused).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
  });
});

describe("what a server has done", () => {
  test("is shown for plots and as metrics, from what was committed", async () => {
    const api = await open({
      steps: [add(1, 2), { tool_calls: [{ name: "append", input: { line: "x" } }] }],
    });
    const { id } = await api.openSession();
    await api.say(id);
    const { body } = await api.get<JsonObject>("/v1/overview?hours=1");
    expect(body).toMatchObject({
      step_s: 75,
      approvals_pending: 1,
      tools: [{ tool_id: "builtin:test_math:add", calls: 1, failed: 0 }],
    });
    expect(JSON.stringify(body.approvals)).toContain('"asked":1');
    const answer = await api.request<string>("GET", "/metrics");
    expect(answer.status).toBe(200);
    expect((await api.request("GET", "/metrics", { as: null })).status).toBe(401);
    expect(api.engine.metrics.text()).toContain('capstan_calls_total{state="completed"} 1');
  });
});

describe("signing a browser in", () => {
  test("A96: a code works once and for ten minutes, and gives its owner's rights", async () => {
    const api = await open();
    const codeOf = async () =>
      (await api.post<{ code: string }>("/v1/sign-in/codes", {})).body.code;
    const redeem = (code: string) =>
      api.request<JsonObject>("POST", "/v1/sign-in", { as: null, body: { code } });
    const code = await codeOf();
    const first = await redeem(code);
    expect(first).toMatchObject({
      status: 200,
      body: { actor: { id: "prn_owner", name: "owner" }, scopes: ["invoke", "approve"] },
    });
    expect((await redeem(code)).status).toBe(401);
    const headers = { authorization: `Bearer ${first.body.token}` };
    expect((await api.request("GET", "/v1/approvals", { as: null, headers })).status).toBe(200);
    expect((await api.request("DELETE", "/v1/halt", { as: null, headers })).status).toBe(403);
    const late = await codeOf();
    api.clock.advance(10 * 60_000);
    expect((await redeem(late)).status).toBe(401);
    api.clock.advance(12 * 3_600_000);
    expect((await api.request("GET", "/v1/approvals", { as: null, headers })).status).toBe(401);
    expect((await api.request("POST", "/v1/sign-in/codes", { as: null, body: {} })).status).toBe(
      401,
    );
  });
});
