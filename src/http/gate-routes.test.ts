import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";

let api: Api;
beforeEach(async () => {
  api = await openApi();
});
afterEach(async () => {
  expect(api.reported).toEqual([]);
  await api.close();
});

type Outcome = { state: string; invocation_id: string; input_request: { approval_ids: [string] } };

const invoke = (tool: string, inputs: object, as: "owner" | "agent" = "owner") =>
  api.post<Outcome>(`/v1/tools/builtin:witness:${tool}/invoke`, { inputs }, { as });
const reference = (name: string) => `$\{secret:${name}}`;
const problem = (code: string) => expect.objectContaining({ code });

describe("/v1/grants", () => {
  test("X6, X27: a remembered answer is visible, and can be revoked", async () => {
    const { body } = await invoke("append", { line: "x" });
    const [id] = body.input_request.approval_ids;
    const remember = { scope: "always", match: "tool", expires_in_s: 60 };
    await api.post(`/v1/approvals/${id}/run`, { remember });
    const { body: list } = await api.get<{ items: { id: string }[]; total: number }>("/v1/grants");
    expect(list).toEqual({
      total: 1,
      items: [
        expect.objectContaining({
          id: expect.stringMatching(/^grant_/),
          state: "active",
          scope: "always",
          match: "tool",
          tool_id: "builtin:witness:append",
          actor: { id: "prn_owner", name: "owner" },
          created_by: { id: "prn_owner", name: "owner" },
          approval_id: id,
          expires_at: "2026-01-02T03:05:05.000Z",
        }),
      ],
    });
    expect((await invoke("append", { line: "y" })).body.state).toBe("completed");
    const grant = list.items[0]?.id;
    expect((await api.request("DELETE", `/v1/grants/${grant}`)).status).toBe(200);
    expect((await invoke("append", { line: "z" })).body.state).toBe("input_required");
    expect((await api.request("DELETE", `/v1/grants/${grant}`)).body).toEqual(
      problem("GRANT_NOT_FOUND"),
    );
  });

  test("A106, A115: an agent's token neither answers, remembers nor revokes", async () => {
    const { body } = await invoke("append", { line: "x" }, "agent");
    const [id] = body.input_request.approval_ids;
    for (const [method, path] of [
      ["POST", `/v1/approvals/${id}/run`],
      ["POST", `/v1/approvals/${id}/deny`],
      ["GET", "/v1/grants"],
      ["DELETE", "/v1/grants/grant_1"],
      ["GET", "/v1/approvals"],
    ] as const) {
      const answer = await api.request(method, path, { as: "agent" });
      expect(answer).toMatchObject({ status: 403, body: problem("SCOPE_MISSING") });
    }
    expect(api.lines()).toEqual([]);
  });
});

describe("/v1/halt", () => {
  test("C30, F69: whoever may approve halts, only an admin resumes; all are told why they are refused", async () => {
    const agent = await api.post("/v1/halt", {}, { as: "agent" });
    expect(agent).toMatchObject({ status: 403, body: problem("SCOPE_MISSING") });
    expect((await api.get("/v1/halt")).body).toMatchObject({ halted: false });
    const halted = await api.post("/v1/halt", { reason: "a drill" });
    expect(halted.body).toMatchObject({
      halted: true,
      halt: { by: { id: "prn_owner", name: "owner" }, reason: "a drill" },
    });
    const refused = await invoke("append_freely", { line: "x" });
    expect(refused).toMatchObject({ status: 503, body: problem("HALTED") });
    expect((await api.get("/v1/halt")).body).toMatchObject({ halted: true });
    const lifted = await api.request("DELETE", "/v1/halt");
    expect(lifted).toMatchObject({ status: 403, body: problem("SCOPE_MISSING") });
    expect((await api.get("/v1/halt")).body).toMatchObject({ halted: true });
    await api.request("DELETE", "/v1/halt", { as: "admin" });
    expect((await invoke("append_freely", { line: "x" })).body.state).toBe("completed");
  });
});

describe("/v1/tokens", () => {
  const create = (body: object, as: "owner" | "admin" = "admin") =>
    api.post<{ id: string; token: string }>("/v1/tokens", body, { as });
  const asked = (token: string, path = "/v1/tools") =>
    api.request("GET", path, { as: null, headers: { authorization: `Bearer ${token}` } });

  test("X36: an admin makes one; its text is shown once and its scopes bind it", async () => {
    expect((await create({ name: "bot", scopes: ["invoke"] }, "owner")).status).toBe(403);
    const { status, body } = await create({ name: "bot", scopes: ["invoke"] });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: "bot", scopes: ["invoke"], token: expect.stringMatching(/^cap_/) },
    });
    expect((await asked(body.token)).status).toBe(200);
    expect((await asked(body.token, "/v1/approvals")).status).toBe(403);
    const list = await api.get("/v1/tokens", { as: "admin" });
    expect(JSON.stringify(list.body)).not.toContain(body.token);
    expect(JSON.stringify(list.body)).not.toContain('"hash"');
  });

  test("X36: one that was revoked or has expired is worth nothing", async () => {
    const { body } = await create({ name: "bot", scopes: ["invoke"] });
    await api.request("DELETE", `/v1/tokens/${body.id}`, { as: "admin" });
    expect((await asked(body.token)).status).toBe(401);
    const short = await create({ name: "bot", scopes: ["invoke"], expires_in_s: 60 });
    expect((await asked(short.body.token)).status).toBe(200);
    api.clock.advance(60_000);
    expect((await asked(short.body.token)).status).toBe(401);
  });

  test.each(["owner", "admin", "system", "", "a b", "x".repeat(65)])(
    "the name %j is not given away",
    async (name) => {
      expect((await create({ name, scopes: ["invoke"] })).status).toBe(422);
    },
  );

  test("C30: an admin token is short-lived and signed, and cannot prolong itself", async () => {
    const { body } = await api.post<{ token: string; expires_at: string }>(
      "/v1/admin/token",
      { expires_in_s: 60 },
      { as: "admin" },
    );
    expect(body.expires_at).toBe("2026-01-02T03:05:05.000Z");
    expect((await asked(body.token, "/v1/tokens")).status).toBe(200);
    const again = await api.request("POST", "/v1/admin/token", {
      as: null,
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(again.status).toBe(403);
    const forged = `${body.token.slice(0, -2)}AA`;
    expect((await asked(forged, "/v1/tokens")).status).toBe(401);
    const [text = "", signature = ""] = body.token.slice("capa_".length).split(".");
    const claims = JSON.parse(Buffer.from(text, "base64url").toString());
    const later = { ...claims, expiresAt: "2099-01-01T00:00:00.000Z" };
    const longer = Buffer.from(JSON.stringify(later)).toString("base64url");
    expect((await asked(`capa_${longer}.${signature}`, "/v1/tokens")).status).toBe(401);
    api.clock.advance(60_000);
    expect((await asked(body.token, "/v1/tokens")).status).toBe(401);
  });

  test("an admin token ends with the key it stands for", async () => {
    const made = await create({ name: "second-admin", scopes: ["admin"] });
    const { body } = await api.request<{ token: string }>("POST", "/v1/admin/token", {
      as: null,
      headers: { authorization: `Bearer ${made.body.token}` },
    });
    expect((await asked(body.token, "/v1/tokens")).status).toBe(200);
    await api.request("DELETE", `/v1/tokens/${made.body.id}`, { as: "admin" });
    expect((await asked(body.token, "/v1/tokens")).status).toBe(401);
  });
});

describe("/v1/secrets", () => {
  const set = (name: string, body: object, as: "owner" | "admin" = "admin") =>
    api.request("PUT", `/v1/secrets/${name}`, { body, as });

  test("S52, X23: a value goes in and never comes out", async () => {
    expect((await set("API", { value: "hunter2-hunter2" }, "owner")).status).toBe(403);
    const value = "a-very-long-secret-1234";
    expect((await set("API", { value, tools: ["builtin:witness:*"] })).body).toMatchObject({
      secret: { name: "API", hint: "1234", tools: ["builtin:witness:*"] },
    });
    const list = await api.get("/v1/secrets");
    expect(JSON.stringify(list.body)).not.toContain(value);
    expect(await api.audited()).toContain("secret.set");
    expect((await api.request("DELETE", "/v1/secrets/API", { as: "admin" })).status).toBe(200);
    expect((await api.request("DELETE", "/v1/secrets/API", { as: "admin" })).status).toBe(404);
  });

  test("A107: a tool gets the value at the last moment; nobody else ever sees it", async () => {
    const value = "s3cr3t-value-in-a-line";
    await set("LINE", { value, tools: ["builtin:witness:append"] });
    const { body } = await invoke("append", { line: reference("LINE") });
    const [id] = body.input_request.approval_ids;
    const shown = await api.get(`/v1/approvals/${id}`);
    expect(shown.body).toMatchObject({ inputs: { line: reference("LINE") } });
    await api.post(`/v1/approvals/${id}/run`);
    expect(api.lines()[0]).toContain(value);
    expect(JSON.stringify(await api.records())).not.toContain(value);
  });

  test("a tool that it was not meant for does not get it", async () => {
    await set("LINE", { value: "s3cr3t-value-in-a-line" });
    const { body } = await invoke("append_freely", { line: reference("LINE") });
    expect(body).toMatchObject({
      state: "failed",
      error: { code: "SECRET_NOT_ALLOWED", message: expect.stringContaining("--tool") },
    });
    const unknown = await invoke("append_freely", { line: reference("OTHER") });
    expect(unknown.body).toMatchObject({ error: { code: "SECRET_UNKNOWN" } });
    expect(api.lines()).toEqual([]);
  });

  test.each(["lower", "A B", "../X", "A".repeat(65)])("the name %j is refused", async (name) => {
    expect((await set(encodeURIComponent(name), { value: "abcdefgh" })).status).toBe(422);
  });
});

describe("/v1/sessions/:id/spec", () => {
  test("X10, C29: a person freezes what an agent wrote; the agent cannot", async () => {
    const opened = await api.post<{ id: string; spec: null }>("/v1/sessions", {}, { as: "agent" });
    expect(opened.body.spec).toBeNull();
    const path = `/v1/sessions/${opened.body.id}/spec`;
    const written = await api.request<{ spec: { digest: string } }>("PUT", path, {
      as: "agent",
      body: { content: { goal: "one line" } },
    });
    expect(written.body.spec).toMatchObject({ content: { goal: "one line" }, frozen_at: null });
    expect((await api.post(`${path}/freeze`, {}, { as: "agent" })).status).toBe(403);
    const stale = await api.post(`${path}/freeze`, { digest: "sha256:old" });
    expect(stale).toMatchObject({ status: 409, body: problem("STATE_CONFLICT") });
    const frozen = await api.post(`${path}/freeze`, { digest: written.body.spec.digest });
    expect(frozen.body).toMatchObject({ spec: { frozen_by: { id: "prn_owner", name: "owner" } } });
  });
});

describe("/v1/policy", () => {
  const draft = (text: string) => ({ draft: { name: "policy/draft.cedar", text } });
  const FORBID = `forbid (principal, action, resource == Tool::"builtin:test_math:add");`;

  test("shows the rules in force, as they are written", async () => {
    const { body } = await api.get<{ rules: { name: string; text: string }[] }>("/v1/policy");
    expect(body.rules[0]).toMatchObject({
      name: expect.stringMatching(/^profile /),
      text: expect.stringContaining("@id("),
    });
  });

  test("checks a draft and names file, line and column of what is wrong", async () => {
    expect((await api.post("/v1/policy/check", draft(FORBID))).body).toMatchObject({ ok: true });
    const broken = await api.post("/v1/policy/check", draft("permit (\n  principal,,\n);"));
    expect(broken.body).toMatchObject({
      ok: false,
      problems: [{ file: "policy/draft.cedar", line: 2, message: expect.any(String) }],
    });
  });

  test("explains which rule decides, where it is written, and what would change it", async () => {
    const { body } = await api.post("/v1/policy/explain", {
      tool_id: "builtin:witness:append",
      inputs: { line: "x" },
    });
    expect(body).toMatchObject({
      decision: { effect: "ask" },
      levels: [{ level: 0, allowed: false }, { level: 1, allowed: true }, { level: 2 }],
      would_change: expect.arrayContaining([
        { change: expect.stringContaining("permissions.allow"), effect: "allow" },
      ]),
    });
    expect(api.lines()).toEqual([]);
  });

  test("C44: replays a draft over the recorded calls", async () => {
    await api.invoke("builtin:test_math:add", { a: 1, b: 2 });
    await api.invoke("builtin:test_math:add", { a: 1, b: 3 });
    await api.invoke("builtin:test_math:subtract", { a: 1, b: 2 });
    const since = "2026-01-01T00:00:00Z";
    const { body } = await api.post("/v1/policy/replay", { ...draft(FORBID), since });
    expect(body).toMatchObject({
      decided: 3,
      unchanged: 1,
      gone: 0,
      differing: [
        { tool_id: "builtin:test_math:add", was: "allow", now: "deny" },
        { tool_id: "builtin:test_math:add", was: "allow", now: "deny" },
      ],
    });
  });

  test.each(["permit", "this is no Cedar", "{}"])(
    "F32: the draft %j is refused with its place",
    async (text) => {
      const since = "2026-01-01T00:00:00Z";
      const answer = await api.post("/v1/policy/replay", { ...draft(text), since });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual(problem("POLICY_INVALID"));
      api.reported.length = 0;
    },
  );
});

describe("/v1/audit", () => {
  test("P41, C5: one call can be proven to someone who has no database", async () => {
    const { invocationId } = await api.invoke("builtin:test_math:add", { a: 1, b: 2 });
    const { status, body } = await api.get(`/v1/audit/proof?invocation_id=${invocationId}`);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(invocationId);
    const none = await api.get("/v1/audit/proof?invocation_id=inv_none");
    expect(none).toMatchObject({ status: 404, body: problem("RECORD_NOT_FOUND") });
  });

  test("C5: the whole log can be taken elsewhere, line by line, signed", async () => {
    await api.invoke("builtin:test_math:add", { a: 1, b: 2 });
    const { body, headers } = await api.get<string>("/v1/audit/export");
    expect(headers.get("content-disposition")).toContain("attachment");
    const lines = body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ sequence: 1, signature: expect.any(String) });
    expect(lines.filter((line) => "stream" in line).length).toBeGreaterThan(0);
  });

  test("verify counts the checkpoints", async () => {
    await api.invoke("builtin:test_math:add", { a: 1, b: 2 });
    await api.gate.auditor.seal();
    expect((await api.get("/v1/audit/verify")).body).toMatchObject({ ok: true, checkpoints: 1 });
  });
});
