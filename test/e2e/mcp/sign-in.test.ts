import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { openMcpApi } from "./open-mcp-api.ts";

type Twist = { readonly authorizationEndpoint?: string; readonly issuer?: string };

/** An authorization server and the MCP server that it guards, in one. */
async function startGuarded(twist: Twist = {}) {
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const valid = new Set<string>();
  const seen = { registered: 0, refreshed: 0, tokens: [] as string[] };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", origin());
    const answer = await handle(request, url);
    response.writeHead(answer.status ?? 200, {
      "content-type": "application/json",
      ...answer.headers,
    });
    response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function issue() {
    const token = `at-${randomUUID()}`;
    valid.add(token);
    seen.tokens.push(token);
    const expires_in = 3600;
    return {
      access_token: token,
      refresh_token: `rt-${randomUUID()}`,
      token_type: "Bearer",
      expires_in,
    };
  }

  async function handle(request: IncomingMessage, { pathname }: URL): Promise<Answer> {
    if (pathname.startsWith("/.well-known/oauth-protected-resource")) {
      return { body: { resource: `${origin()}/mcp`, authorization_servers: [origin()] } };
    }
    if (pathname === "/.well-known/oauth-authorization-server") {
      return {
        body: {
          issuer: twist.issuer ?? origin(),
          authorization_endpoint: twist.authorizationEndpoint ?? `${origin()}/authorize`,
          token_endpoint: `${origin()}/token`,
          registration_endpoint: `${origin()}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        },
      };
    }
    const body = await read(request);
    if (pathname === "/register") {
      seen.registered += 1;
      return { status: 201, body: { ...JSON.parse(body), client_id: "capstan-client" } };
    }
    if (pathname === "/token") return token(new URLSearchParams(body));
    if (pathname !== "/mcp") return { status: 404 };
    const shown = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!valid.has(shown)) {
      const where = `${origin()}/.well-known/oauth-protected-resource/mcp`;
      return {
        status: 401,
        headers: { "www-authenticate": `Bearer resource_metadata="${where}"` },
      };
    }
    return rpc(request, body);
  }

  function token(form: URLSearchParams): Answer {
    if (form.get("grant_type") === "refresh_token") {
      seen.refreshed += 1;
      return { body: issue() };
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (code?.challenge !== challenge || code.redirect !== form.get("redirect_uri")) {
      return { status: 400, body: { error: "invalid_grant" } };
    }
    return { body: issue() };
  }

  /** What a person does who opens the link and agrees: where their browser is sent. */
  function agree(link: string): URL {
    const { searchParams } = new URL(link);
    const [code, redirect] = [randomUUID(), searchParams.get("redirect_uri") ?? ""];
    codes.set(code, { challenge: searchParams.get("code_challenge") ?? "", redirect });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("state", searchParams.get("state") ?? "");
    return back;
  }
  return { url: `${origin()}/mcp`, seen, agree, revokeAll: () => valid.clear() };
}

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown };

function rpc({ method: verb }: IncomingMessage, body: string): Answer {
  if (verb !== "POST") return { status: 405 };
  const { id, method } = JSON.parse(body) as { id?: number; method: string };
  if (id === undefined) return { status: 202 };
  const results: Record<string, JsonObject> = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "guarded", version: "1" },
    },
    "tools/list": { tools: [{ name: "whoami", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "You are in." }] },
  };
  if (!Object.hasOwn(results, method)) {
    return { body: { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } } };
  }
  return { body: { jsonrpc: "2.0", id, result: results[method] } };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

async function open(twist: Twist = {}) {
  const api = await openMcpApi();
  const guarded = await startGuarded(twist);
  const body = { id: "guarded", url: guarded.url, capstan: { risk: "LOW" } };
  await api.post("/v1/mcp-servers", body, { as: "admin" });
  const signIn = () =>
    api.post<{ url: string; detail?: string }>("/v1/mcp-servers/guarded/sign-in", undefined, {
      as: "admin",
    });
  const comeBack = (back: URL) =>
    api.request("GET", `${back.pathname}${back.search}`, { as: null });
  return { ...api, guarded, signIn, comeBack };
}

test("a remote server is signed in to by a link; tokens are sealed, renewed and never shown", async () => {
  const api = await open();
  const before = await api.state("guarded");
  expect(before.error).toContain("capstan mcp login guarded");
  // Nobody was there: no client was registered for that.
  expect(api.guarded.seen.registered).toBe(0);
  const { body } = await api.signIn();
  const link = new URL(body.url);
  expect(link.searchParams.get("code_challenge_method")).toBe("S256");
  const back = api.guarded.agree(body.url);
  const wrong = new URL(back);
  wrong.searchParams.set("state", "x".repeat(43));
  expect(await api.comeBack(wrong)).toMatchObject({ status: 401 });
  expect(await api.comeBack(back)).toMatchObject({ status: 200 });
  // Once: the same answer again is nobody's.
  expect(await api.comeBack(back)).toMatchObject({ status: 401 });
  expect(await api.state("guarded")).toMatchObject({ state: "ready", tools: 1 });
  const called = async () => api.invoke("mcp:guarded:whoami", {});
  expect(JSON.stringify((await called()).outputs)).toContain("You are in.");
  const { refreshed } = api.guarded.seen;
  api.guarded.revokeAll();
  expect(JSON.stringify((await called()).outputs)).toContain("You are in.");
  expect(api.guarded.seen.refreshed).toBe(refreshed + 1);
  const everything = JSON.stringify([
    await api.get("/v1/secrets", { as: "admin" }),
    await api.get("/v1/audit?limit=200"),
    await api.state("guarded"),
  ]);
  expect(everything).toContain("MCP_GUARDED_");
  for (const token of api.guarded.seen.tokens) expect(everything).not.toContain(token);
});

test.each([
  ["A84: javascript:", { authorizationEndpoint: "javascript:alert(1)" }],
  ["A84: a file", { authorizationEndpoint: "file:///etc/passwd" }],
  ["an issuer that is another than the one that was asked", { issuer: "https://other.example" }],
])("%s as the address of a sign-in is refused, and no link comes of it", async (_name, twist) => {
  const api = await open(twist);
  const answer = await api.signIn();
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(answer.body)).not.toContain("javascript:alert");
  expect(answer.body.url).toBeUndefined();
});
