import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type Caller, MAX_BODY_BYTES, openApi, SCOPES } from "../../test/open-api.ts";
import { API } from "../app/features.ts";
import type { Scope } from "../schema/actor.ts";

let api: Api;

beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const endpoints = API.routes.map(({ method, path, scope }) => ({
  method,
  path: path.replaceAll(/:\w+/g, "unknown"),
  scope,
}));

/** Every caller whose token lacks the scope of an endpoint. */
const refusals = endpoints.flatMap((endpoint) =>
  (Object.entries(SCOPES) as [Caller, Scope[]][])
    .filter(([, scopes]) => !scopes.includes(endpoint.scope))
    .map(([caller]) => ({ ...endpoint, caller })),
);

describe("every endpoint", () => {
  test.each(endpoints)("X36: $method $path without a token is 401", async ({ method, path }) => {
    const answer = await api.request(method, path, { as: null });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body).toMatchObject({ code: "UNAUTHENTICATED", status: 401, retryable: false });
  });

  test.each(endpoints)("X36: $method $path with an unknown token is 401", async (endpoint) => {
    const headers = { authorization: "Bearer cap_guessed" };
    const answer = await api.request(endpoint.method, endpoint.path, { as: null, headers });
    expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  });

  test.each(refusals)("X36: $method $path is not for $caller", async (refusal) => {
    const { method, path, caller, scope } = refusal;
    const answer = await api.request(method, path, { as: caller });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: "SCOPE_MISSING", details: { scope }, message: expect.stringContaining(scope) },
    });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  test.each(endpoints)(
    "$method $path refuses a parameter that it does not know",
    async (endpoint) => {
      const address = `${endpoint.path}?risk_level_maximum=LOW`;
      const answer = await api.request(endpoint.method, address, {
        as: "admin",
        ...(endpoint.method !== "GET" && { body: {} }),
      });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: "REQUEST_INVALID", details: { field: "risk_level_maximum", part: "query" } },
      });
    },
  );

  test("X36, F69: what approves, answers for an interrupted call, halts or reads the audit trail needs approve", () => {
    const needing = endpoints.filter(({ scope }) => scope === "approve");
    expect(needing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "DELETE /v1/agents/unknown",
      "DELETE /v1/capabilities/unknown",
      "DELETE /v1/grants/unknown",
      "DELETE /v1/packs/unknown",
      "DELETE /v1/sessions/unknown",
      "DELETE /v1/sessions/unknown/files/unknown{.+}",
      "GET /v1/access",
      "GET /v1/approvals",
      "GET /v1/approvals/unknown",
      "GET /v1/audit",
      "GET /v1/audit/checkpoint",
      "GET /v1/audit/export",
      "GET /v1/audit/proof",
      "GET /v1/audit/verify",
      "GET /v1/capabilities/unknown/access",
      "GET /v1/found-mcp-servers",
      "GET /v1/grants",
      "GET /v1/mcp-clients",
      "GET /v1/overview",
      "GET /v1/packs/unknown/files/unknown{.+}",
      "GET /v1/policy",
      "GET /v1/refused-folders",
      "GET /v1/secrets",
      "GET /v1/usage",
      "PATCH /v1/agents/unknown",
      "PATCH /v1/capabilities/unknown",
      "POST /v1/approvals/preview",
      "POST /v1/approvals/unknown/deny",
      "POST /v1/approvals/unknown/run",
      "POST /v1/audit/verify",
      "POST /v1/capabilities",
      "POST /v1/capabilities/check-folder",
      "POST /v1/capabilities/lock-folder",
      "POST /v1/capabilities/test",
      "POST /v1/halt",
      "POST /v1/hub/init",
      "POST /v1/hub/publish",
      "POST /v1/hub/refresh",
      "POST /v1/hub/show",
      "POST /v1/hub/sync",
      "POST /v1/hub/verify",
      "POST /v1/hub/withdraw",
      "POST /v1/packs",
      "POST /v1/packs/trust",
      "POST /v1/packs/unknown/refresh",
      "POST /v1/policy/check",
      "POST /v1/policy/explain",
      "POST /v1/policy/replay",
      "POST /v1/sandbox/check",
      "POST /v1/sessions/unknown/spec/freeze",
      "PUT /v1/capabilities/unknown/access",
    ]);
  });

  test("X36, C30: what changes who may do what, or resumes after a halt, needs an admin", () => {
    const needing = endpoints.filter(({ scope }) => scope === "admin");
    expect(needing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "DELETE /v1/extensions/unknown",
      "DELETE /v1/halt",
      "DELETE /v1/hub/installed/unknown{.+}",
      "DELETE /v1/hub/keys/unknown",
      "DELETE /v1/mcp-servers/unknown",
      "DELETE /v1/model",
      "DELETE /v1/secrets/unknown",
      "DELETE /v1/tokens/unknown",
      "GET /v1/principals",
      "GET /v1/principals/unknown",
      "GET /v1/tokens",
      "PATCH /v1/extensions/unknown",
      "PATCH /v1/principals/unknown",
      "POST /v1/admin/token",
      "POST /v1/backup",
      "POST /v1/capabilities/install",
      "POST /v1/capabilities/unknown/refresh",
      "POST /v1/extensions",
      "POST /v1/found-mcp-servers",
      "POST /v1/hub/rotate-key",
      "POST /v1/mcp-servers",
      "POST /v1/mcp-servers/unknown/refresh",
      "POST /v1/mcp-servers/unknown/sign-in",
      "POST /v1/principals",
      "POST /v1/tokens",
      "PUT /v1/model",
      "PUT /v1/secrets/unknown",
    ]);
  });

  test.each(endpoints)("$method $path is not for pages of another origin", async (endpoint) => {
    const headers = { origin: "http://evil.com" };
    const answer = await api.request(endpoint.method, endpoint.path, { headers });
    expect(answer).toMatchObject({ status: 403, body: { code: "ORIGIN_FOREIGN" } });
  });

  test.each(endpoints)("$method $path does not answer for another host", async (endpoint) => {
    const headers = { host: "rebind.evil.com" };
    const answer = await api.request(endpoint.method, endpoint.path, { headers });
    expect(answer).toMatchObject({ status: 403, body: { code: "HOST_FOREIGN" } });
  });
});

describe("X27: a list", () => {
  const single =
    /\/(?:metrics|overview|model|settings|verify|checkpoint|proof|export|halt|policy|me|hub\/keys|hub\/lock|hub\/steps)$/;
  const lists = endpoints.filter(
    ({ method, path }) => method === "GET" && !path.includes("unknown") && !single.test(path),
  );
  const as = "admin";

  test.each(lists)("X27: $path answers items and their total", async ({ path }) => {
    const { status, body } = await api.get(path, { as });
    expect(status).toBe(200);
    expect(body).toEqual({ items: expect.any(Array), total: expect.any(Number) });
  });

  test.each(lists)("X27: $path takes limit and offset", async ({ path }) => {
    const first = await api.get<{ items: unknown[]; total: number }>(`${path}?limit=1`, { as });
    const none = await api.get<{ items: unknown[]; total: number }>(`${path}?limit=1&offset=9999`, {
      as,
    });
    expect(first.body.items.length).toBe(Math.min(1, first.body.total));
    expect(none.body).toEqual({ items: [], total: first.body.total });
    expect((await api.get(`${path}?limit=99999`, { as })).status).toBe(200);
  });

  test.each(lists)(
    "X27: $path refuses a limit that is no number, and names it",
    async ({ path }) => {
      for (const query of ["limit=-1", "limit=ten", "limit=", "offset=-1", "offset=1.5"]) {
        const answer = await api.get(`${path}?${query}`, { as });
        const field = query.slice(0, query.indexOf("="));
        expect(answer, query).toMatchObject({
          status: 422,
          body: { code: "REQUEST_INVALID", details: { field, part: "query" } },
        });
      }
    },
  );
});

describe("X20: a failure", () => {
  test.each([
    { method: "GET", path: "/v1/nothing" },
    { method: "DELETE", path: "/v1/tools" },
    { method: "PUT", path: "/v1/sessions" },
    { method: "GET", path: "/../package.json" },
    { method: "GET", path: "/%2e%2e/package.json" },
    { method: "GET", path: "/index.html" },
    { method: "POST", path: "/healthz" },
  ])("X20: $method $path is nothing that there is", async ({ method, path }) => {
    const answer = await api.request(method, path);
    expect(answer).toMatchObject({ status: 404, body: { code: "ROUTE_NOT_FOUND" } });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  test("X20: is a problem with code, message and retryable", async () => {
    const { status, body } = await api.get("/v1/tools/unknown");
    expect(status).toBe(404);
    expect(body).toEqual({
      type: "about:blank",
      title: "Not Found",
      status: 404,
      code: "TOOL_NOT_FOUND",
      detail: expect.stringContaining('"unknown"'),
      message: expect.stringContaining('"unknown"'),
      retryable: false,
      details: { tool_id: "unknown" },
    });
  });

  test("a body over the limit is 413, and names the limit", async () => {
    const answer = await api.post("/v1/agents", { name: "x".repeat(MAX_BODY_BYTES) });
    expect(answer).toMatchObject({
      status: 413,
      body: { code: "BODY_TOO_LARGE", message: expect.stringContaining(`${MAX_BODY_BYTES}`) },
    });
  });

  test("a body that is null is not an empty one", async () => {
    const answer = await api.post("/v1/sessions", null);
    expect(answer).toMatchObject({ status: 422, body: { details: { field: "body" } } });
  });

  test("X20: of the store says nothing of what it holds, and is reported", async () => {
    const broken = await openApi();
    await broken.store.close();
    const answer = await broken.get("/v1/sessions");
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
    expect(JSON.stringify(answer.body)).not.toMatch(/select|\.ts|stack/);
    expect(broken.reported).toHaveLength(1);
    expect(await broken.get("/readyz", { as: null })).toMatchObject({
      status: 503,
      body: { status: "unavailable", checks: { store: "failed" } },
    });
    await broken.close();
  });
});

describe("without a token", () => {
  test("/healthz says that it lives, and which version", async () => {
    const answer = await api.get("/healthz", { as: null });
    expect(answer).toMatchObject({ status: 200, body: { status: "ok", version: "1.2.3" } });
  });

  test("/readyz says that the store answers, and never what it holds", async () => {
    const answer = await api.get("/readyz", { as: null });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: "ready", checks: { store: "ok" }, unknown_calls: 0 });
  });

  test("/readyz stays ready where checkpoints cannot be kept, and says so", async () => {
    const append = () => Promise.reject(new Error("The disk is full."));
    const keeper = { place: "kept.jsonl", read: async () => [], append };
    const full = await openApi({ checkpointKeeper: keeper });
    await full.invoke("builtin:test_math:add", { a: 1, b: 2 });
    await full.engine.gate.auditor.seal();
    const answer = await full.get("/readyz", { as: null });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: "ready", checks: { store: "ok", checkpoints: "failed" } },
    });
    expect((await full.get("/v1/audit/verify")).body).toMatchObject({
      ok: true,
      kept: { sequence: null, place: "kept.jsonl", problem: "The disk is full." },
    });
    await full.close();
  });

  test.each([
    { path: "/", type: "text/html" },
    { path: "/style.css", type: "text/css" },
  ])("$path is the console, under a policy that lets nothing else in", async ({ path, type }) => {
    const { status, headers } = await api.get(path, { as: null });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain(type);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each(["/healthz", "/readyz", "/"])("%s is not for other hosts either", async (path) => {
    const answer = await api.get(path, { as: null, headers: { host: "evil.com" } });
    expect(answer).toMatchObject({ status: 403, body: { code: "HOST_FOREIGN" } });
  });
});
