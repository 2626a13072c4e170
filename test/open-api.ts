import { API } from "../src/app/features.ts";
import { sha256 } from "../src/base/digest.ts";
import { createGateway } from "../src/features/mcp/gateway/create-gateway.ts";
import { createApp } from "../src/http/app.ts";
import { createAuthenticate } from "../src/http/authenticate.ts";
import { createPresenceQuestions } from "../src/http/presence-questions.ts";
import { createSignIn } from "../src/http/sign-in.ts";
import type { Scope } from "../src/schema/actor.ts";
import { fixtureId, makePrincipal, makeToken } from "../src/testing/fixtures.ts";
import { assertPublished } from "./as-typed/published-answers.ts";
import { openHarness } from "./harness.ts";
import { openTestStore } from "./open-test-store.ts";

/** Who calls in tests, by the token they send. `agent` is what a model or an MCP client gets. */
export const SCOPES = {
  owner: ["invoke", "approve"],
  admin: ["invoke", "approve", "admin"],
  agent: ["invoke"],
  nobody: [],
} satisfies Record<string, Scope[]>;

export type Caller = keyof typeof SCOPES;

export type Answer<T> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
};

export type Asked = {
  /** Owner unless said otherwise; null sends no token. */
  readonly as?: Caller | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** A key of its own, in place of a caller's. */
  readonly token?: string;
  /** The address that it comes from. */
  readonly from?: string;
};

export const MAX_BODY_BYTES = 20_000;

/** The HTTP API over a whole Capstan in this process, without a socket. */
export async function openApi(options: Parameters<typeof openHarness>[0] = {}) {
  const harness = await openHarness({ store: await openTestStore(), ...options });
  const { engine, store, reported } = harness;
  const tokens = Object.entries(SCOPES).map(([actor, scopes], n) =>
    makeToken({
      id: fixtureId("token", n),
      principalId: `prn_${actor}`,
      scopes,
      hash: sha256(tokenOf(actor)),
    }),
  );
  // A store that was used before has them.
  if (!(await store.tokens.getByPrincipal("prn_owner"))) {
    await store.journal.commit("token.add", [
      ...["agent", "nobody"].map((name) => ({
        type: "principal.add" as const,
        principal: makePrincipal({ id: `prn_${name}`, name, kind: "service", formerName: name }),
      })),
      ...tokens.map((token) => ({ type: "token.add" as const, token })),
    ]);
  }
  const gateway = createGateway({ engine, version: "1.2.3" });
  const app = createApp({
    api: API,
    engine,
    gateway,
    authenticate: createAuthenticate({
      tokens: store.tokens,
      people: engine.gate.people,
      keyring: engine.gate.keyring,
      clock: harness.clock,
    }),
    tokens: store.tokens,
    signIn: createSignIn(() => harness.clock.now()),
    presence: createPresenceQuestions(() => harness.clock.now()),
    version: "1.2.3",
    maxBodyBytes: MAX_BODY_BYTES,
    allowedHosts: new Set(),
    report: (error) => reported.push(error),
  });

  async function request<T>(method: string, path: string, asked: Asked = {}): Promise<Answer<T>> {
    const { as = "owner", body, headers = {}, from } = asked;
    const token = asked.token ?? (as === null ? undefined : tokenOf(as));
    const init = {
      method,
      headers: {
        host: "localhost",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && {
        body: body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    };
    const connection = { incoming: { socket: { remoteAddress: from } } };
    const response = await app.request(`http://localhost${path}`, init, connection);
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get("content-type") ?? "");
    const answer = (isJson ? JSON.parse(text) : text) as T;
    assertPublished(method, path, response, answer);
    return { status: response.status, headers: response.headers, body: answer };
  }

  return {
    ...harness,
    app,
    gateway,
    request,
    /** Sends a text as it is, the way a file is sent. */
    raw: <T = unknown>(method: string, path: string, text: string, headers = {}) =>
      request<T>(method, path, { body: new TextEncoder().encode(text), headers }),
    get: <T = unknown>(path: string, asked?: Asked) => request<T>("GET", path, asked),
    post: <T = unknown>(path: string, body?: unknown, asked?: Asked) =>
      request<T>("POST", path, { body, ...asked }),
  };
}

export type Api = Awaited<ReturnType<typeof openApi>>;

export function tokenOf(actor: string): string {
  return `cap_${actor}`;
}
