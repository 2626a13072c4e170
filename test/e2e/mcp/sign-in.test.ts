import { expect, test } from "vitest";
import { createEmbeddedDeltas } from "../../../src/stores/queue/embedded/embedded-deltas.ts";
import { createEmbeddedLeases } from "../../../src/stores/queue/embedded/embedded-leases.ts";
import { createEmbeddedQueue } from "../../../src/stores/queue/embedded/embedded-queue.ts";
import { createEmbeddedSignals } from "../../../src/stores/queue/embedded/embedded-signals.ts";
import { startGuarded, type Twist } from "./guarded-server.ts";
import { openMcpApi } from "./open-mcp-api.ts";

async function open(twist: Twist = {}, options: Parameters<typeof openMcpApi>[0] = {}) {
  const api = await openMcpApi(options);
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
  expect(before.sign_in).toBe("needed");
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
  expect(await api.state("guarded")).toMatchObject({
    state: "ready",
    tools: 1,
    sign_in: "signed_in",
  });
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

test("calls that are refused at once renew once, and all of them go on", async () => {
  const api = await open();
  const { body } = await api.signIn();
  await api.comeBack(api.guarded.agree(body.url));
  api.guarded.seen.refreshed = 0;
  api.guarded.revokeAll();
  const called = await Promise.all(
    Array.from({ length: 6 }, () => api.invoke("mcp:guarded:whoami", {})),
  );
  expect(called.map(({ state }) => state)).toEqual(Array(6).fill("completed"));
  expect(api.guarded.seen).toMatchObject({ refreshed: 1, replayed: 0 });
});

test.each([
  ["reads clients", { readsClients: true }, "https://capstan.example/mcp/client-metadata.json", 0],
  ["registers them", {}, "capstan-client", 1],
])(
  "with a public address, an authorization server that %s has the client that it wants",
  async (_name, twist, client, registered) => {
    const api = await open(twist, { settings: { public_url: "https://capstan.example/" } });
    const { body } = await api.signIn();
    const { searchParams } = new URL(body.url);
    expect(searchParams.get("client_id")).toBe(client);
    expect(searchParams.get("redirect_uri")).toBe("https://capstan.example/mcp/sign-in");
    expect(api.guarded.seen.registered).toBe(registered);
    const shown = await api.request("GET", "/mcp/client-metadata.json", { as: null });
    expect(shown).toMatchObject({
      status: 200,
      body: {
        client_id: "https://capstan.example/mcp/client-metadata.json",
        redirect_uris: ["https://capstan.example/mcp/sign-in"],
        token_endpoint_auth_method: "none",
      },
    });
    expect(await api.comeBack(api.guarded.agree(body.url))).toMatchObject({ status: 200 });
    expect(await api.state("guarded")).toMatchObject({ sign_in: "signed_in" });
  },
);

const shared = () => ({
  queue: createEmbeddedQueue(),
  signals: createEmbeddedSignals(),
  deltas: createEmbeddedDeltas(),
  leases: createEmbeddedLeases(),
  stop: async () => {},
});

test("a browser may come back to any server of the fleet, once, within ten minutes", async () => {
  let late = 0;
  const clock = { now: () => Date.now() + late };
  const masterKey = new Uint8Array(32).fill(7);
  const api = await open({}, { masterKey, clock, shared: shared() });
  const store = { ...api.store, close: async () => {} };
  const second = await openMcpApi({ masterKey, clock, store, shared: shared() });
  const backTo = async (at: typeof second, back: URL) =>
    (await at.request("GET", `${back.pathname}${back.search}`, { as: null })).status;

  const forgotten = api.guarded.agree((await api.signIn()).body.url);
  late = 11 * 60_000;
  expect(await backTo(second, forgotten)).toBe(401);

  const { body } = await api.signIn();
  const back = api.guarded.agree(body.url);
  const came = await Promise.all([api, second, second].map((at) => backTo(at as never, back)));
  expect(came.sort()).toEqual([200, 401, 401]);

  const again = api.guarded.agree((await api.signIn()).body.url);
  expect(await backTo(second, again)).toBe(200);
  expect(await second.state("guarded")).toMatchObject({ state: "ready", sign_in: "signed_in" });
  await api.gate.secrets.refresh();
  expect(await api.state("guarded")).toMatchObject({ sign_in: "signed_in" });
  // Nothing of them is left, and their secret half is shown to nobody.
  const names = (await api.store.secrets.list()).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("MCP_SIGN_IN_"))).toEqual([]);
});

test("without a public address nobody reads who this server is", async () => {
  const api = await openMcpApi();
  const shown = await api.request("GET", "/mcp/client-metadata.json", { as: null });
  expect(shown.status).toBe(404);
});
