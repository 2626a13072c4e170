import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";

let api: Api;

beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
afterEach(() => expect(api.reported).toEqual([]));

type Listed = { items: { name: string; risk_level: string }[]; total: number };

const invokeAdd = (body: object) =>
  api.post<{ invocation_id: string }>("/v1/tools/builtin:test_math:add/invoke", body);

async function endedCalls(): Promise<number> {
  return (await api.audited()).filter((type) => type === "invocation.ended").length;
}

describe("the list of tools", () => {
  test("C8: a tool has every field of the interface", async () => {
    const { status, body } = await api.get("/v1/tools/builtin:test_math:add");
    expect(status).toBe(200);
    expect(body).toEqual({
      tool_id: "builtin:test_math:add",
      name: "add",
      wire_name: "add",
      description: "Adds two numbers.",
      examples: expect.arrayContaining(["{a} plus {b}"]),
      input_schema: expect.objectContaining({ required: ["a", "b"], additionalProperties: false }),
      output_schema: expect.objectContaining({ required: ["result"] }),
      risk_level: "LOW",
      risk_reasons: [expect.any(String)],
      side_effect_tags: [],
      behaviour: { read_only: true, idempotent: true, dry_run: true, timeout_ms: 5_000 },
      source_type: "builtin",
      source_id: "test_math",
      capability_id: "test_math",
      trust: "builtin",
      version: "1.0.0",
      digest: expect.stringMatching(/^sha256:/),
      enabled: true,
    });
  });

  test.each([
    { query: "", names: 39 },
    { query: "?risk_max=LOW", names: 21 },
    { query: "?risk_level_max=LOW", names: 21 },
    { query: "?source_types=builtin,mcp", names: 39 },
    { query: "?source_types=mcp", names: 0 },
    { query: "?source_type=builtin,mcp", names: 39 },
    { query: "?source_type=mcp", names: 0 },
    { query: "?exclude_side_effects=fs.write", names: 29 },
    { query: "?search=witness&risk_max=MED", names: 4 },
    { query: "?enabled_only=false", names: 43 },
  ])("C1: GET /v1/tools$query finds $names", async ({ query, names }) => {
    const { status, body } = await api.get<Listed>(`/v1/tools${query}`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(names);
    expect(body.total).toBe(names);
  });

  test.each([
    { query: "risk_max=low", field: "risk_max" },
    { query: "risk_level_max=low", field: "risk_level_max" },
    { query: "source_types=nothing", field: "source_types.0" },
    { query: "risk_max=LOW&risk_level_max=MED", field: "risk_max" },
    { query: "risk_max=LOW&risk_max=MED", field: "risk_max" },
    { query: "riskMax=LOW", field: "riskMax" },
    { query: "source_type=builtin,nothing", field: "source_type.1" },
    { query: "exclude_side_effects=fs.everything", field: "exclude_side_effects.0" },
    { query: "enabled_only=maybe", field: "enabled_only" },
    { query: `search=${"x".repeat(501)}`, field: "search" },
  ])("a filter that is wrong is named: $field", async ({ query, field }) => {
    const answer = await api.get(`/v1/tools?${query}`);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "REQUEST_INVALID", details: { field, part: "query" } },
    });
  });

  test.each([
    "unknown",
    "add",
    "__proto__",
    "constructor",
    "builtin:test_math:",
    "x".repeat(9_000),
  ])("C12: no tool is called %j", async (id) => {
    expect(await api.get(`/v1/tools/${id}`)).toMatchObject({
      status: 404,
      body: { code: "TOOL_NOT_FOUND", details: { tool_id: id } },
    });
    expect(await api.post(`/v1/tools/${id}/invoke`, {})).toMatchObject({
      status: 404,
      body: { code: "TOOL_NOT_FOUND" },
    });
  });
});

test("C12: a tool that is not enabled is listed on request and can be looked at, but not run", async () => {
  const soon = await openApi({
    capabilities: [
      {
        id: "digging",
        name: "Digging",
        description: "Is being made.",
        status: "coming_soon",
        tools: [
          {
            name: "dig",
            description: "Digs.",
            inputSchema: {},
            riskLevel: "LOW",
            run: () => ({}),
          },
        ],
      },
    ],
  });
  const path = "/v1/tools/builtin:digging:dig";
  const namesOf = async (query: string) =>
    (await soon.get<Listed>(`/v1/tools?search=dig${query}`)).body.items.map(({ name }) => name);
  expect(await namesOf("")).not.toContain("dig");
  expect(await namesOf("&enabled_only=false")).toContain("dig");
  expect(await soon.get(path)).toMatchObject({
    status: 200,
    body: { name: "dig", enabled: false },
  });
  expect(await soon.post(`${path}/invoke`, {})).toMatchObject({
    status: 404,
    body: { code: "TOOL_NOT_FOUND", message: expect.stringContaining("not enabled") },
  });
  await soon.close();
});

describe("invoke", () => {
  test("C10: answers an outcome with every field of the interface", async () => {
    const { status, body } = await invokeAdd({ inputs: { a: 2, b: 3 } });
    expect(status).toBe(200);
    expect(body).toEqual({
      invocation_id: expect.stringMatching(/^inv_/),
      state: "completed",
      outputs: { result: 5 },
      declared_side_effects: [],
      artifacts: [],
      duration_ms: expect.any(Number),
      turn: 0,
    });
  });

  test("C10: a call that failed is 200 with its outcome and a message for a person", async () => {
    const { status, body } = await api.post("/v1/tools/builtin:test_math:divide/invoke", {
      inputs: { a: 1, b: 0 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "failed",
      error: { code: "TOOL_FAILED", message: "Division by zero has no answer.", retryable: false },
    });
  });

  test("C26: a call that asks is 200 and says what it waits for", async () => {
    const { status, body } = await api.post("/v1/tools/builtin:witness:append/invoke", {
      inputs: { line: "asked" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "input_required",
      input_request: {
        kind: "approval",
        reason: "Profile risk asks a person for HIGH risk.",
        approval_ids: [expect.stringMatching(/^appr_/)],
      },
    });
    expect(api.lines().join()).not.toContain("asked");
  });

  test("X10: in planning mode, what has effects and no dry run is blocked", async () => {
    const { body } = await api.post("/v1/tools/builtin:witness:append_freely/invoke", {
      inputs: { line: "planned" },
      mode: "planning",
    });
    expect(body).toMatchObject({ state: "blocked", error: { code: "DRY_RUN_UNSUPPORTED" } });
    expect(api.lines().join()).not.toContain("planned");
  });

  test("S40: a repeated message_id answers what the first one answered, on one record", async () => {
    const before = await endedCalls();
    const first = await invokeAdd({ inputs: { a: 2, b: 3 }, message_id: "once" });
    const again = await invokeAdd({ inputs: { a: 2, b: 3 }, message_id: "once" });
    const other = await invokeAdd({ inputs: { a: 40, b: 2 }, message_id: "once" });
    expect(again.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 409, body: { code: "MESSAGE_ID_REUSED" } });
    expect(await endedCalls()).toBe(before + 1);
  });

  test("S40: the same message_id twice at once is one call", async () => {
    const before = await endedCalls();
    const call = () =>
      api.post("/v1/tools/builtin:witness:append_freely/invoke", {
        inputs: { line: "at once" },
        message_id: "at-once",
      });
    const [first, ...others] = await Promise.all([call(), call(), call()]);
    expect(first.body).toMatchObject({ state: "completed" });
    expect(others.map(({ body }) => body)).toEqual([first.body, first.body]);
    expect(api.lines().filter((line) => line.includes("at once"))).toHaveLength(1);
    expect(await endedCalls()).toBe(before + 1);
  });

  test("S40: a message_id belongs to its caller: another's is another call", async () => {
    const body = { inputs: { a: 1, b: 1 }, message_id: "shared" };
    const mine = await invokeAdd(body);
    const theirs = await api.post<{ invocation_id: string }>(
      "/v1/tools/builtin:test_math:add/invoke",
      body,
      { as: "agent" },
    );
    expect(theirs.body.invocation_id).not.toBe(mine.body.invocation_id);
  });

  test("a call in a session is decided by the profile of the session", async () => {
    const session = await api.post<{ id: string }>("/v1/sessions", { profile: "strict" });
    const { body } = await invokeAdd({ inputs: { a: 2, b: 3 }, session_id: session.body.id });
    expect(body).toMatchObject({ state: "input_required" });
  });

  test.each([
    { body: { inputs: { a: 1 } }, code: "INPUT_INVALID", field: "b" },
    { body: { inputs: { a: "1", b: 2 } }, code: "INPUT_INVALID", field: "a" },
    { body: { inputs: { a: 1, b: 2, c: 3 } }, code: "INPUT_INVALID", field: "c" },
    { body: {}, code: "INPUT_INVALID", field: "a" },
    { body: { input: {} }, code: "REQUEST_INVALID", field: "input" },
    { body: { confirmed: true }, code: "REQUEST_INVALID", field: "confirmed" },
    { body: { dry_run: "yes" }, code: "REQUEST_INVALID", field: "dry_run" },
    { body: { mode: "fast" }, code: "REQUEST_INVALID", field: "mode" },
    { body: { message_id: "" }, code: "REQUEST_INVALID", field: "message_id" },
    { body: { message_id: "x".repeat(256) }, code: "REQUEST_INVALID", field: "message_id" },
    { body: { context_id: "x".repeat(256) }, code: "REQUEST_INVALID", field: "context_id" },
    { body: { session_id: 7 }, code: "REQUEST_INVALID", field: "session_id" },
    { body: { resume_token: "t" }, code: "REQUEST_INVALID", field: "reconcile" },
    { body: { reconcile: "not_run" }, code: "REQUEST_INVALID", field: "resume_token" },
  ])("$body is refused as $code and $field is named", async ({ body, code, field }) => {
    const before = await api.audited();
    const answer = await invokeAdd(body);
    expect(answer).toMatchObject({
      status: 422,
      body: { code, message: expect.stringContaining(`"${field}"`), details: { field } },
    });
    expect(await api.audited()).toEqual(before);
  });

  test.each([{ inputs: [1, 2] }, { inputs: null }, { inputs: "1+2" }])(
    "$inputs is not an object, and that is said",
    async (body) => {
      expect(await invokeAdd(body)).toMatchObject({
        status: 422,
        body: {
          code: "INPUT_INVALID",
          message: 'The input of "add" must be an object.',
          details: { field: "inputs" },
        },
      });
    },
  );

  test("a session that does not exist is 404", async () => {
    const answer = await invokeAdd({ inputs: { a: 1, b: 2 }, session_id: "session_unknown" });
    expect(answer).toMatchObject({ status: 404, body: { code: "SESSION_NOT_FOUND" } });
  });

  test("X36: an invoke-only token cannot say what became of an interrupted call", async () => {
    const body = { resume_token: "inv_1:1:0", reconcile: "ran" };
    const path = "/v1/tools/builtin:test_math:add/invoke";
    expect(await api.post(path, body, { as: "agent" })).toMatchObject({
      status: 403,
      body: { code: "SCOPE_MISSING", details: { scope: "approve" } },
    });
    expect(await api.post(path, body)).toMatchObject({
      status: 409,
      body: { code: "STATE_CONFLICT", details: { field: "resume_token" } },
    });
  });
});
