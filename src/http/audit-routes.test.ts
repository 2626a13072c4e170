import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";

type AuditBody = { id: string; type: string; ts: string; session_id: string | null };
type Listed = { items: AuditBody[]; total: number };

let api: Api;
let sessionId: string;
let later: string;

beforeAll(async () => {
  api = await openApi({ steps: [{ tool_calls: [{ name: "add", input: { a: 2, b: 3 } }] }] });
  sessionId = (await api.openSession()).id;
  await api.say(sessionId);
  api.clock.advance(60_000);
  later = new Date(api.clock.now()).toISOString();
  await api.invoke("builtin:test_math:divide", { a: 1, b: 2 });
});
afterAll(() => api.close());

const audit = async (query = "") => (await api.get<Listed>(`/v1/audit${query}`)).body;

describe("the audit trail", () => {
  test("is newest first, and complete", async () => {
    const { items, total } = await audit();
    expect(items.map(({ type }) => type)).toEqual([
      "invocation.ended",
      "invocation.ended",
      "session.created",
    ]);
    expect(total).toBe(3);
  });

  test("C21, P41: a record has every field of the interface, and the input redacted", async () => {
    const [record] = (await audit("?tool_id=builtin:test_math:add")).items;
    expect(record).toEqual({
      id: expect.stringMatching(/^aud_/),
      stream: sessionId,
      sequence: 2,
      ts: expect.stringMatching(/Z$/),
      type: "invocation.ended",
      actor: { id: "prn_admin", name: "admin" },
      session_id: sessionId,
      invocation_id: expect.stringMatching(/^inv_/),
      tool_id: "builtin:test_math:add",
      data: expect.objectContaining({
        state: "completed",
        rule: "profile.risk.LOW",
        effect: "allow",
        inputs: { a: 2, b: 3 },
        input_digest: expect.stringMatching(/^sha256:/),
      }),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test.each([
    { filter: "session_id", query: () => `?session_id=${sessionId}`, total: 2 },
    { filter: "an unknown session_id", query: () => "?session_id=session_unknown", total: 0 },
    { filter: "tool_id", query: () => "?tool_id=builtin:test_math:divide", total: 1 },
    { filter: "since", query: () => `?since=${later}`, total: 1 },
    {
      filter: "since, in another zone",
      query: () => "?since=2026-01-02T05:05:05%2B02:00",
      total: 1,
    },
    { filter: "nothing", query: () => "?limit=2", total: 3 },
  ])("can be asked by $filter", async ({ query, total }) => {
    expect((await audit(query())).total).toBe(total);
  });

  test.each(["yesterday", "", "2026-13-01T00:00:00Z", "2026-01-01"])(
    "refuses %j as a time, and names it",
    async (since) => {
      expect(await api.get(`/v1/audit?since=${since}`)).toMatchObject({
        status: 422,
        body: { code: "REQUEST_INVALID", details: { field: "since", part: "query" } },
      });
    },
  );

  test("C5: verifies: every chain from its first record to its head", async () => {
    const { status, body } = await api.get("/v1/audit/verify");
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, streams: 2, records: 3, checkpoints: 0 });
  });

  test("C5, A122: is held against checkpoints that somebody kept", async () => {
    const own = await openApi();
    await own.invoke("builtin:test_math:divide", { a: 1, b: 2 });
    await own.engine.gate.auditor.seal();
    const { body: kept } = await own.get<{ checkpoint: object }>("/v1/audit/checkpoint");
    const verify = (to: typeof api, checkpoints: object[]) =>
      to.post("/v1/audit/verify", { checkpoints });
    expect(await verify(own, [kept.checkpoint])).toMatchObject({
      status: 200,
      body: { ok: true, kept: { sequence: 1 } },
    });
    expect(await verify(api, [kept.checkpoint])).toMatchObject({
      status: 200,
      body: { ok: false, first_bad: { reason: expect.stringMatching(/key of this installation/) } },
    });
    for (const none of [[], [{ sequence: 1 }]]) {
      expect(await verify(own, none)).toMatchObject({ status: 422 });
    }
    await own.close();
  });

  test("X36: is not for a token that can only invoke", async () => {
    for (const path of ["/v1/audit", "/v1/audit/verify"]) {
      expect(await api.get(path, { as: "agent" })).toMatchObject({
        status: 403,
        body: { code: "SCOPE_MISSING", details: { scope: "approve" } },
      });
    }
  });
});

test("F66: the calls of an erased session are told as erased, and are not proved", async () => {
  const own = await openApi({ steps: [{ tool_calls: [{ name: "add", input: { a: 2, b: 3 } }] }] });
  const { id } = await own.openSession();
  await own.say(id);
  type Record = { invocation_id: string | null; type: string; erased?: true; data: object };
  const ended = async () =>
    (await own.get<{ items: Record[] }>("/v1/audit?type=invocation.ended")).body.items[0];
  const call = (await ended())?.invocation_id;
  const prove = () => own.get(`/v1/audit/proof?invocation_id=${call}`);
  expect(await prove()).toMatchObject({ status: 200, body: { invocation: call } });
  expect(await own.request("DELETE", `/v1/sessions/${id}`)).toMatchObject({ status: 200 });
  expect(await ended()).toMatchObject({ invocation_id: call, erased: true, data: {} });
  expect(await prove()).toMatchObject({
    status: 410,
    body: { code: "RECORD_ERASED", message: expect.stringContaining("erased with its session") },
  });
  expect(await own.get("/v1/audit/verify")).toMatchObject({ body: { ok: true } });
  expect(own.reported).toEqual([]);
  await own.close();
});
