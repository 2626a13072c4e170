import { afterEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";
import type { Model } from "../models/model.ts";

type SessionBody = { id: string; title: string; state: string; turn: number; resume_token: string };
type MessageBody = { id: string; role: string; turn: number; content: string };
type Sent = { message: MessageBody; session: SessionBody; messages: MessageBody[] };

const ADD = { tool_calls: [{ name: "add", input: { a: 2, b: 3 } }] };
const APPEND = { tool_calls: [{ name: "append", input: { line: "x" } }] };

let api: Api;
afterEach(async () => {
  expect(api.reported).toEqual([]);
  await api.close();
});

async function open(body: object = { agent_id: "agent_witness" }): Promise<SessionBody> {
  const { status, body: session } = await api.post<SessionBody>("/v1/sessions", body);
  expect(status).toBe(201);
  return session;
}

const send = (id: string, body: object, query = "?wait_ms=5000") =>
  api.post<Sent>(`/v1/sessions/${id}/messages${query}`, body);

describe("a session", () => {
  test("X5, X9: that is new is pending, with the assistant and the owner's profile", async () => {
    api = await openApi();
    const { status, body } = await api.post("/v1/sessions");
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^session_/),
      agent_id: expect.stringMatching(/^agent_/),
      title: "",
      state: "pending",
      turn: 0,
      version: 1,
      mode: "execution",
      profile: "risk",
      resume_token: expect.stringMatching(/^session_.*:1:0:[\w-]{43}$/),
      input_request: null,
      error: null,
      packs: [],
      spec: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test("is listed newest first, and found by its id", async () => {
    api = await openApi();
    const ids = [];
    for (const title of ["one", "two", "three"]) ids.unshift((await open({ title })).id);
    const { body } = await api.get<{ items: SessionBody[] }>("/v1/sessions");
    expect(body).toMatchObject({ total: 3 });
    expect(body.items.map(({ id }) => id)).toEqual(ids);
    expect((await api.get(`/v1/sessions/${ids[2]}`)).body).toMatchObject({ title: "one" });
  });

  test("is searched by its title, among those that its reader may see", async () => {
    api = await openApi();
    for (const title of ["Invoices of May", "A walk", "More invoices"]) await open({ title });
    await api.post("/v1/sessions", { title: "Invoices of somebody else" }, { as: "agent" });
    const find = async (as: "agent" | "owner") =>
      (
        await api.get<{ items: SessionBody[]; total: number }>(
          "/v1/sessions?search=invoice&limit=2",
          { as },
        )
      ).body;
    expect((await find("agent")).items.map(({ title }) => title)).toEqual([
      "Invoices of somebody else",
    ]);
    expect(await find("owner")).toMatchObject({ total: 3, items: [{}, {}] });
    expect((await api.get("/v1/sessions?serach=x")).status).toBe(422);
  });

  test("takes a stricter profile from anyone, and a looser one from an admin only", async () => {
    api = await openApi();
    const choose = (profile: string, as: "agent" | "owner" | "admin") =>
      api.post("/v1/sessions", { profile }, { as });
    expect(await choose("strict", "agent")).toMatchObject({
      status: 201,
      body: { profile: "strict" },
    });
    for (const as of ["agent", "owner"] as const) {
      for (const profile of ["auto", "governed"]) {
        expect(await choose(profile, as)).toMatchObject({
          status: 403,
          body: { code: "PROFILE_TOO_LOOSE", details: { field: "profile" } },
        });
      }
    }
    expect(await choose("auto", "admin")).toMatchObject({ status: 201, body: { profile: "auto" } });
  });

  test.each([
    { body: { agent: "a" }, field: "agent" },
    { body: { title: "x".repeat(201) }, field: "title" },
    { body: { profile: "yolo" }, field: "profile" },
    { body: { mode: 7 }, field: "mode" },
    { body: { state: "completed" }, field: "state" },
  ])("$body is refused and $field is named", async ({ body, field }) => {
    api = await openApi();
    expect(await api.post("/v1/sessions", body)).toMatchObject({
      status: 422,
      body: { code: "REQUEST_INVALID", details: { field } },
    });
    expect((await api.get("/v1/sessions")).body).toEqual({ items: [], total: 0 });
  });

  test("of an agent that does not exist is 404, and nothing is opened", async () => {
    api = await openApi();
    const answer = await api.post("/v1/sessions", { agent_id: "agent_unknown" });
    expect(answer).toMatchObject({ status: 404, body: { code: "AGENT_NOT_FOUND" } });
    expect((await api.get("/v1/sessions")).body).toEqual({ items: [], total: 0 });
  });

  test.each([
    { method: "GET", part: "" },
    { method: "GET", part: "/messages" },
    { method: "GET", part: "/events" },
    { method: "GET", part: "/events/stream" },
    { method: "POST", part: "/messages", body: { content: "hi" } },
    { method: "POST", part: "/cancel", body: {} },
    { method: "POST", part: "/resume", body: { resume_token: "t", reconcile: "ran" } },
  ])("that does not exist is 404: $method $part", async ({ method, part, body }) => {
    api = await openApi();
    for (const id of ["session_unknown", "__proto__", "x".repeat(5_000)]) {
      const answer = await api.request(method, `/v1/sessions/${id}${part}`, { body });
      expect(answer).toMatchObject({
        status: 404,
        body: { code: "SESSION_NOT_FOUND", details: { session_id: id } },
      });
    }
  });
});

describe("a message", () => {
  test("P27: with wait_ms answers when the turn has ended, with all that was said in it", async () => {
    api = await openApi({ steps: [ADD, { text: "It is 5." }] });
    const { id } = await open();
    const { status, body } = await send(id, { content: "What is 2 + 3?" });
    expect(status).toBe(200);
    expect(body.session).toMatchObject({ id, state: "completed", turn: 1, input_request: null });
    expect(body.message).toEqual(body.messages[0]);
    const call = { name: "add", tool_id: "builtin:test_math:add", input: { a: 2, b: 3 } };
    expect(body.messages).toMatchObject([
      { role: "user", content: "What is 2 + 3?", turn: 1, session_id: id },
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", content: '{"result":5}', tool_id: "builtin:test_math:add" },
      { role: "assistant", content: "It is 5." },
    ]);
    for (const message of body.messages) expect(message).not.toHaveProperty("position");
  });

  test("with wait_ms answers only this turn's messages; the list has all, oldest first", async () => {
    api = await openApi({ steps: [{ text: "one" }, { text: "two" }] });
    const { id } = await open();
    await send(id, { content: "first" });
    const { body } = await send(id, { content: "second" });
    expect(body.messages.map(({ content }) => content)).toEqual(["second", "two"]);
    const list = await api.get<{ items: MessageBody[] }>(`/v1/sessions/${id}/messages`);
    expect(list.body).toMatchObject({ total: 4 });
    expect(list.body.items.map(({ content }) => content)).toEqual([
      "first",
      "one",
      "second",
      "two",
    ]);
    const page = await api.get(`/v1/sessions/${id}/messages?limit=2&offset=1`);
    expect(page.body).toMatchObject({
      items: [{ content: "one" }, { content: "second" }],
      total: 4,
    });
  });

  test("without wait_ms, or when the time is over, answers with the state at that time", async () => {
    let answer = (_text: string) => {};
    let asked = 0;
    const model: Model = {
      respond: () =>
        new Promise((resolve) => {
          asked += 1;
          answer = (text) => resolve({ text, toolCalls: [] });
        }),
    };
    api = await openApi({ model });
    const { id } = await open();
    const sent = await send(id, { content: "hi" }, "");
    expect(sent.body.session).toMatchObject({ state: "in_progress", turn: 1 });
    expect(sent.body.messages.map(({ role }) => role)).toEqual(["user"]);
    const waited = await send(id, { content: "and?" }, "?wait_ms=20");
    expect(waited.body.session).toMatchObject({ state: "in_progress", turn: 1 });
    expect(waited.body.messages).toMatchObject([{ content: "and?", turn: 2 }]);

    await expect.poll(() => asked, { timeout: 5_000 }).toBe(1);
    const second = api.rest(id);
    answer("one");
    await expect.poll(() => asked, { timeout: 5_000 }).toBe(2);
    answer("two");
    expect(await second).toMatchObject({ state: "completed", turn: 2 });
  });

  test("that leads to a question answers when the session waits for a person", async () => {
    api = await openApi({ steps: [APPEND] });
    const { id } = await open();
    const { body } = await send(id, { content: "go" });
    expect(body.session).toMatchObject({
      state: "input_required",
      input_request: { kind: "approval", approval_ids: [expect.stringMatching(/^appr_/)] },
    });
    expect(api.lines()).toEqual([]);
  });

  test("while a question waits withdraws it, or queues when that is said", async () => {
    api = await openApi({ steps: [APPEND, { text: "Never mind." }, { text: "Later." }] });
    const { id } = await open();
    await send(id, { content: "go" });
    const queued = await send(id, { content: "and then?", on_pending: "queue" }, "?wait_ms=60000");
    expect(queued.body.session).toMatchObject({ state: "input_required", turn: 1 });
    const [pending] = await api.pending();
    await api.post(`/v1/approvals/${pending?.id}/deny`);
    expect(await api.rest(id)).toMatchObject({ state: "completed", turn: 2 });

    await api.close();
    api = await openApi({ steps: [APPEND, { text: "Instead." }] });
    const other = await open();
    await send(other.id, { content: "go" });
    const [asked] = await api.pending();
    const replaced = await send(other.id, { content: "do something else" });
    expect(replaced.body.session).toMatchObject({ state: "completed", turn: 2 });
    expect((await api.get(`/v1/approvals/${asked?.id}`)).body).toMatchObject({
      state: "withdrawn",
    });
  });

  test("S40: with a repeated message_id gets the same answer, and is one turn", async () => {
    api = await openApi({ steps: [ADD, { text: "It is 5." }, { text: "more" }] });
    const { id } = await open();
    const body = { content: "What is 2 + 3?", message_id: "mine" };
    const first = await send(id, body);
    const audited = await api.audited();
    const again = await send(id, body);
    const later = await send(id, { content: "What is 9 + 9?", message_id: "mine" });
    expect(again.body).toEqual(first.body);
    expect(later).toMatchObject({ status: 409, body: { code: "MESSAGE_ID_REUSED" } });
    expect(await api.audited()).toEqual(audited);
    expect(audited.filter((type) => type === "invocation.ended")).toHaveLength(1);

    await send(id, { content: "And?" });
    const old = await send(id, body);
    expect(old.body.message).toEqual(first.body.message);
    expect(old.body.messages).toEqual(first.body.messages);
    expect(old.body.session).toMatchObject({ turn: 2 });
  });

  test("S40: sent three times at once is one message", async () => {
    api = await openApi({ steps: [{ text: "one" }, { text: "two" }] });
    const { id } = await open();
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(id, { content: "hi", message_id: "mine" })),
    );
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    expect((await api.get(`/v1/sessions/${id}/messages`)).body).toMatchObject({ total: 2 });
  });

  test.each([
    { body: {}, field: "content" },
    { body: { content: "" }, field: "content" },
    { body: { content: 7 }, field: "content" },
    { body: { content: "hi", message_id: "" }, field: "message_id" },
    { body: { content: "hi", message_id: "x".repeat(256) }, field: "message_id" },
    { body: { content: "hi", on_pending: "drop" }, field: "on_pending" },
    { body: { content: "hi", role: "assistant" }, field: "role" },
  ])("$body is refused and $field is named", async ({ body, field }) => {
    api = await openApi();
    const { id } = await open();
    expect(await send(id, body)).toMatchObject({
      status: 422,
      body: { code: "REQUEST_INVALID", details: { field, part: "body" } },
    });
    expect((await api.get(`/v1/sessions/${id}/messages`)).body).toMatchObject({ total: 0 });
  });

  test.each(["wait_ms=", "wait_ms=soon", "wait_ms=-1"])("?%s is refused", async (query) => {
    api = await openApi();
    const { id } = await open();
    expect(await send(id, { content: "hi" }, `?${query}`)).toMatchObject({
      status: 422,
      body: { details: { field: "wait_ms", part: "query" } },
    });
    expect((await api.get(`/v1/sessions/${id}/messages`)).body).toMatchObject({ total: 0 });
  });
});

describe("cancel and resume", () => {
  test("X9: a cancelled turn has failed, and its question is withdrawn", async () => {
    api = await openApi({ steps: [APPEND] });
    const { id } = await open();
    await send(id, { content: "go" });
    const { status, body } = await api.post(`/v1/sessions/${id}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, state: "failed", input_request: null });
    expect(await api.pending()).toEqual([]);
    expect(api.lines()).toEqual([]);
  });

  test("what is not running can be cancelled: nothing happens", async () => {
    api = await openApi();
    const session = await open();
    expect((await api.post(`/v1/sessions/${session.id}/cancel`)).body).toEqual(session);
  });

  test("S41: a stale resume token is a conflict that says to refresh", async () => {
    const question = { name: "city", type: "string", description: "A city.", required: true };
    const respond = async () => ({ text: "Which?", toolCalls: [], questions: [question] });
    api = await openApi({ model: { respond } });
    const session = await open();
    await send(session.id, { content: "go" });
    expect(await api.rest(session.id)).toMatchObject({ state: "input_required", turn: 1 });
    const body = { resume_token: session.resume_token, inputs: { city: "Rome" } };
    expect(await api.post(`/v1/sessions/${session.id}/resume`, body)).toMatchObject({
      status: 409,
      body: {
        code: "STATE_CONFLICT",
        message: expect.stringContaining("refresh"),
        retryable: true,
        details: { field: "resume_token" },
      },
    });
    expect(await api.rest(session.id)).toMatchObject({ state: "input_required", lastTurn: 1 });
  });

  test("a session that waits for nothing cannot be resumed", async () => {
    api = await openApi();
    const session = await open();
    const body = { resume_token: session.resume_token, reconcile: "ran" };
    expect(await api.post(`/v1/sessions/${session.id}/resume`, body)).toMatchObject({
      status: 409,
      body: { code: "STATE_CONFLICT" },
    });
  });

  test.each([
    { body: {}, field: "resume_token" },
    { body: { resume_token: "t", reconcile: "maybe" }, field: "reconcile" },
  ])("$body is no answer: $field is named", async ({ body, field }) => {
    api = await openApi();
    const { id } = await open();
    expect(await api.post(`/v1/sessions/${id}/resume`, body)).toMatchObject({
      status: 422,
      body: { code: "REQUEST_INVALID", details: { field } },
    });
  });
});
