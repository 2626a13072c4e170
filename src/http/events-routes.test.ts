import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";

type EventBody = { id: string; type: string; sequence: number; data: object };
type Listed = { items: EventBody[]; total: number };

let api: Api;
let sessionId: string;

beforeAll(async () => {
  const call = { name: "add", input: { camelCase: 1, a: 2, b: 3 } };
  api = await openApi({
    steps: [{ tool_calls: [{ name: "add", input: { a: 2, b: 3 } }, call] }, { text: "5" }],
  });
  sessionId = (await api.openSession()).id;
  await api.say(sessionId, "What is 2 + 3?");
});
afterAll(() => api.close());

const events = (query = "") => api.get<Listed>(`/v1/sessions/${sessionId}/events${query}`);

test("events are numbered from 1 without gaps, and tell the turn in order", async () => {
  const { status, body } = await events();
  expect(status).toBe(200);
  expect(body.items.map(({ sequence }) => sequence)).toEqual(
    body.items.map((_, index) => index + 1),
  );
  const types = body.items.map(({ type }) => type);
  expect(types.slice(0, 4)).toEqual([
    "session.created",
    "message.created",
    "turn.started",
    "message.created",
  ]);
  // Read-only calls run together: which ends first is open.
  expect(types.slice(4, -2).sort()).toEqual(["tool.completed", "tool.completed", "tool.started"]);
  expect(types.slice(-2)).toEqual(["message.created", "turn.completed"]);
  expect(body.total).toBe(body.items.length);
});

test("an event has every field of the interface; what a tool takes and gives is as it was", async () => {
  const { items } = (await events()).body;
  expect(items.find(({ type }) => type === "tool.started")).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: "tool.started",
    sequence: expect.any(Number),
    session_id: sessionId,
    turn: 1,
    ts: expect.stringMatching(/Z$/),
    data: {
      invocation_id: expect.stringMatching(/^inv_/),
      tool_id: "builtin:test_math:add",
      inputs: { a: 2, b: 3 },
    },
  });
  const completed = items.filter(({ type }) => type === "tool.completed");
  expect(completed.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ state: "completed", outputs: { result: 5 } }),
  );
  expect(completed.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({
      state: "failed",
      error: expect.objectContaining({ code: "INPUT_INVALID" }),
    }),
  );
});

test("since excludes what was seen, and total counts what is left", async () => {
  const all = (await events()).body;
  const rest = (await events("?since=3")).body;
  expect(rest).toEqual({ items: all.items.slice(3), total: all.total - 3 });
  expect((await events(`?since=${all.total}`)).body).toEqual({ items: [], total: 0 });
  expect((await events("?since=99999")).body).toEqual({ items: [], total: 0 });
});

test("X27: a page of events keeps the total", async () => {
  const all = (await events()).body;
  const page = (await events("?since=1&limit=2&offset=1")).body;
  expect(page).toEqual({ items: all.items.slice(2, 4), total: all.total - 1 });
});

test.each(["since=-1", "since=first", "since=", "limit=x"])(
  "?%s is refused and named",
  async (query) => {
    const field = query.slice(0, query.indexOf("="));
    expect(await events(`?${query}`)).toMatchObject({
      status: 422,
      body: { code: "REQUEST_INVALID", details: { field, part: "query" } },
    });
  },
);

test.each(["", "-1", "x", "1.5", "1e3", "9".repeat(20)])(
  "a stream refuses %j as the last event that was seen",
  async (lastEventId) => {
    const answer = await api.get(`/v1/sessions/${sessionId}/events/stream`, {
      headers: { "last-event-id": lastEventId },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "REQUEST_INVALID", details: { field: "Last-Event-ID" } },
    });
  },
);
