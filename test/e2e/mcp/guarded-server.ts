import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";

export type Twist = {
  readonly authorizationEndpoint?: string;
  readonly issuer?: string;
  /** It reads who a client is from the client's own address. */
  readonly readsClients?: boolean;
};

/** An authorization server and the MCP server that it guards, in one. */
export async function startGuarded(twist: Twist = {}) {
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const valid = new Set<string>();
  const refreshable = new Set<string>();
  const seen = {
    registered: 0,
    refreshed: 0,
    replayed: 0,
    tokens: [] as string[],
    clients: [] as string[],
  };
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
    const refresh_token = `rt-${randomUUID()}`;
    refreshable.add(refresh_token);
    return { access_token: token, refresh_token, token_type: "Bearer", expires_in: 3600 };
  }

  async function handle(request: IncomingMessage, url: URL): Promise<Answer> {
    const { pathname } = url;
    if (pathname === "/authorize") {
      // A person who agrees at once.
      return { status: 302, headers: { location: agree(url.href).href } };
    }
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
          ...(twist.readsClients && { client_id_metadata_document_supported: true }),
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
      // Whoever uses one twice is taken for a thief, and everybody has to sign in again.
      if (refreshable.delete(form.get("refresh_token") ?? "")) return { body: issue() };
      seen.replayed += 1;
      refreshable.clear();
      return { status: 400, body: { error: "invalid_grant" } };
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
    seen.clients.push(searchParams.get("client_id") ?? "");
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
