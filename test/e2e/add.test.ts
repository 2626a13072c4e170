import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BUNDLES } from "../../src/features/bundles/bundles.ts";
import { HELLO } from "../../src/features/bundles/testing/extension-trees.ts";
import { makeTree, type Tree } from "../../src/features/bundles/testing/make-tree.ts";
import { makeZip } from "../../src/features/bundles/testing/make-zip.ts";
import type { Added } from "../../src/http/client/wire.ts";
import type { Caller } from "../open-api.ts";
import { helloTree, newFolder, openHome, openHub, packFolder, packTree } from "./hub/hub-homes.ts";
import { fixture } from "./mcp/open-mcp-api.ts";
import { startModern } from "./mcp/start-server.ts";

type Answer = Added & { readonly code: string; readonly message: string; readonly details: object };
type Home = Awaited<ReturnType<typeof openHome>>;

const ZIP = { "content-type": "application/zip" };
const CUSTOM = {
  id: "desk",
  name: "Desk",
  description: "Reads tickets.",
  tools: [
    {
      name: "read_ticket",
      description: "Reads a ticket.",
      input_schema: {
        type: "object",
        properties: { id: { type: "integer" } },
        required: ["id"],
      },
      http: { method: "GET", url: "https://desk.example.com/tickets/{{id}}" },
    },
  ],
};

const add = (home: Home, what: string, more: { id?: string; as?: Caller } = {}) => {
  const { as = "admin", ...rest } = more;
  return home.post<Answer>("/v1/add", { what, ...rest }, { as });
};

const preview = (home: Home, what: string, more: { id?: string; as?: Caller } = {}) => {
  const { as = "owner", ...rest } = more;
  return home.post<Answer>("/v1/add?preview=true", { what, ...rest }, { as });
};

const zipOf = (tree: Tree) =>
  makeZip(Object.entries(tree).map(([name, content]) => ({ name, content })));

/** All that adding something would change. */
async function kept({ engine, store, home }: Home) {
  return {
    folders: await store.folders.list(),
    servers: await store.mcpServers.list(),
    custom: await store.customCapabilities.list(),
    installs: await store.hub.installs(),
    approvals: (await store.approvals.list({ limit: 100, offset: 0 })).total,
    audit: (await store.audit.list({ limit: 1, offset: 0 })).total,
    capabilities: engine.gate.catalog.listCapabilities().map(({ id }) => id),
    content: readdirSync(home, { recursive: true }).toSorted(),
  };
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const agentTree = (): Tree => ({
  "manifest.json": JSON.stringify({
    name: "greeter_agent",
    version: "1.0.0",
    description: "Greets.",
    author: "Ada",
    entry_point: "agent.ts",
    actions: ["greet"],
    permissions: [],
    capstan_version: ">=1.0.0",
  }),
  "agent.ts": "export function run() { return {}; }\n",
  "SPEC.md": "# Greeter\n\n## Actions\n\n### greet\n\nGreets a person.\n",
});

test.each([
  { of: "a pack", tree: packTree(), kind: "pack", id: "notes", tools: [] },
  {
    of: "a skill",
    tree: helloTree(),
    kind: "skill",
    id: "skill:hello",
    tools: [expect.objectContaining({ tool_id: "skill:hello:run", risk_level: "MED" })],
  },
  {
    of: "an agent",
    tree: agentTree(),
    kind: "agent",
    id: "agent:greeter_agent",
    tools: [expect.objectContaining({ tool_id: "agent:greeter_agent:greet" })],
  },
  {
    of: "an extension",
    tree: HELLO,
    kind: "extension",
    id: "ext:demo.hello",
    tools: expect.arrayContaining([
      expect.objectContaining({
        tool_id: "ext:demo.hello:hello",
        side_effect_tags: ["system.exec"],
      }),
    ]),
  },
])("F71: the folder and the zip of $of are told and added as one", async (wanted) => {
  const { kind, id, tools, tree } = wanted;
  const home = await openHome();
  const folder = makeTree(tree, join(newFolder("add"), "notes"));
  const before = await kept(home);
  const told = await preview(home, folder);
  expect(told.body, JSON.stringify(told.body)).toMatchObject({ state: "preview", kind, id, tools });
  expect(await kept(home)).toEqual(before);
  const added = await add(home, folder);
  expect(added.body, JSON.stringify(added.body)).toMatchObject({ state: "added", kind, id, tools });
  expect(added.body.problem).toBeNull();
  const { catalog } = home.engine.gate;
  for (const { tool_id, risk_level, side_effect_tags } of told.body.tools) {
    expect(catalog.getTool(tool_id)).toMatchObject({
      ...{ riskLevel: risk_level, sideEffectTags: side_effect_tags },
    });
  }
  const ids = catalog.listCapabilities().map((one) => one.id);
  expect(ids).toContain(kind === "pack" ? `pack:${id}` : id);

  const other = await openHome();
  const empty = await kept(other);
  const zip = { body: zipOf(tree), headers: ZIP };
  const seen = await other.request<Answer>("POST", "/v1/add?preview=true", zip);
  expect(seen.body).toMatchObject({ state: "preview", kind, id, tools });
  expect(await kept(other)).toEqual(empty);
  const sent = await other.request<Answer>("POST", "/v1/add", { ...zip, as: "admin" });
  expect(sent.body).toMatchObject({ state: "added", kind, id, tools });
  const path = join(newFolder("zip"), "x.zip");
  writeFileSync(path, zip.body);
  expect((await preview(other, path)).body).toMatchObject({ kind });
});

test("F71: a pack needs an approver, a skill an admin, and a preview an approver", async () => {
  const home = await openHome();
  const [pack, skill] = [packFolder(), makeTree(helloTree())];
  const denied = { status: 403, body: { code: "SCOPE_MISSING" } };
  expect(await add(home, pack, { as: "agent" })).toMatchObject(denied);
  expect(await preview(home, pack, { as: "agent" })).toMatchObject(denied);
  expect(await preview(home, "notes", { as: "agent" })).toMatchObject(denied);
  expect(await add(home, skill, { as: "owner" })).toMatchObject(denied);
  const zip = { body: zipOf(packTree()), headers: ZIP, as: "agent" } as const;
  expect(await home.request("POST", "/v1/add", zip)).toMatchObject(denied);
  expect(await add(home, pack, { as: "owner" })).toMatchObject({ body: { state: "added" } });
});

test("F71: JSON is a capability, an entry of mcp.json, or a whole one", async () => {
  const home = await openHome();
  const before = await kept(home);
  const text = JSON.stringify(CUSTOM);
  const told = await preview(home, text);
  expect(told.body).toMatchObject({
    kind: "custom",
    id: "ext:desk",
    access: { hosts: ["desk.example.com"] },
    tools: [
      { tool_id: "ext:desk:read_ticket", side_effect_tags: ["network.http"], example: { id: 1 } },
    ],
  });
  const entry = { command: "node", args: [fixture("modern-stdio.mjs")] };
  const servers = JSON.stringify({ mcpServers: { one: entry, two: entry } });
  expect((await preview(home, JSON.stringify(entry))).body).toMatchObject({
    ...{ kind: "mcp_server", id: "mcp:modern-stdio", tools: [] },
    warnings: [expect.stringContaining("known once its program has run")],
  });
  expect(await preview(home, servers)).toMatchObject({
    status: 422,
    body: { code: "ADD_AMBIGUOUS", details: { ids: ["one", "two"] } },
  });
  expect((await preview(home, servers, { id: "two" })).body).toMatchObject({ id: "mcp:two" });
  expect(await kept(home)).toEqual(before);
  expect((await add(home, text, { as: "owner" })).body).toMatchObject({ state: "added" });
  const changed = JSON.stringify({ ...CUSTOM, description: "Reads all tickets." });
  expect((await add(home, changed)).body).toMatchObject({
    ...{ state: "added", description: "Reads all tickets." },
    warnings: ["ext:desk is there already: this replaces it."],
  });
});

test("F71: a program of mcp.json is added, and then its tools are known", async () => {
  const home = await openHome();
  const what = JSON.stringify({ command: "node", args: [fixture("modern-stdio.mjs")] });
  const { body } = await add(home, what, { id: "greets" });
  expect(body, JSON.stringify(body)).toMatchObject({
    state: "added",
    id: "mcp:greets",
    problem: null,
  });
  expect(body.tools.length).toBeGreaterThan(0);
  expect(await add(home, what, { id: "greets" })).toMatchObject({ status: 409 });
});

test("F71: an address is asked whether it is an MCP server, and only an admin asks this machine", async () => {
  const { port } = await startModern();
  const url = `http://127.0.0.1:${port}/mcp`;
  const home = await openHome();
  const before = await kept(home);
  expect(await preview(home, url)).toMatchObject({ status: 403 });
  const told = await preview(home, url, { as: "admin" });
  expect(told.body, JSON.stringify(told.body)).toMatchObject({
    ...{ kind: "mcp_server", id: "mcp:server", state: "preview" },
    tools: expect.arrayContaining([expect.objectContaining({ tool_id: "mcp:server:hello" })]),
    access: { hosts: [`127.0.0.1:${port}`] },
  });
  expect(await kept(home)).toEqual(before);
  expect((await add(home, url, { id: "modern" })).body).toMatchObject({
    ...{ id: "mcp:modern", state: "added", problem: null },
    tools: told.body.tools.map(({ name }) =>
      expect.objectContaining({ name, tool_id: `mcp:modern:${name}` }),
    ),
  });
});

test("F71: an archive at an address is shown, and an admin approves its bytes", async () => {
  const bytes = zipOf(helloTree());
  const host = await serve((_, response) => response.end(bytes));
  const home = await openHome({ web_fetch: { allow_hosts: [host] } });
  const before = await kept(home);
  const told = await preview(home, `http://${host}/x`, { as: "admin" });
  expect(told.body, JSON.stringify(told.body)).toMatchObject({ kind: "skill", id: "skill:hello" });
  expect(await kept(home)).toEqual(before);
  const { body } = await add(home, `http://${host}/x`);
  expect(body).toMatchObject({ state: "input_required", approval_ids: [expect.any(String)] });
  const run = await home.post(`/v1/approvals/${body.approval_ids[0]}/run`, {}, { as: "admin" });
  expect(run.body).toMatchObject({ outcome: { state: "completed" } });
  expect(home.engine.of(BUNDLES).installed().has("skill:hello")).toBe(true);
});

test("F71: a name that a hub lists is told with its signature, and asked for", async () => {
  const hub = await openHub();
  await hub.publish(packFolder());
  const home = await openHome({ hubs: [{ url: hub.folder, key: hub.key }] });
  const told = await preview(home, "acme/notes");
  expect(told.body, JSON.stringify(told.body)).toMatchObject({
    ...{ kind: "hub_item", id: "acme/notes", state: "preview" },
    warnings: [expect.stringMatching(/signed by acme .* new here/)],
  });
  expect((await home.get<{ total: number }>("/v1/approvals")).body.total).toBe(0);
  expect((await add(home, "notes", { as: "agent" })).body).toMatchObject({
    ...{ kind: "hub_item", state: "input_required" },
    approval_ids: [expect.any(String)],
  });
  expect(await preview(home, "no-such-thing")).toMatchObject({
    status: 422,
    body: { code: "ADD_AMBIGUOUS", message: expect.stringMatching(/npx -y no-such-thing.*uvx/) },
  });
});

test.each([
  ["@acme/mcp-server-files", "mcp:files", "@acme/mcp-server-files"],
  ["@acme/server-files@1.2.3", "mcp:files", "@acme/server-files@1.2.3"],
  ["npx -y some-tool /srv/notes", "mcp:some-tool", "some-tool"],
  ["uvx mcp-server-time", "mcp:time", "mcp-server-time"],
])(
  "F71: %s is an MCP server of a registry, which a preview does not ask",
  async (what, id, name) => {
    const home = await openHome({ registries: { npm: "http://127.0.0.1:9/" } });
    const before = await kept(home);
    expect((await preview(home, what)).body).toMatchObject({
      ...{ kind: "mcp_server", id, packages: [name], tools: [] },
      warnings: [
        expect.stringContaining("program has run"),
        expect.stringContaining("admin approves"),
      ],
    });
    expect(await kept(home)).toEqual(before);
  },
);

test.each([
  ["the whole disk", "/", /whole home folder/],
  ["the home", "~", /whole home folder/],
  ["the home, whole", homedir(), /whole home folder/],
  ["a relative folder", "./notes", /no whole path/],
  ["a folder that is not there", "/nowhere/at/all", /no such folder/],
  ["a folder with a star", "/tmp/*", /without \*/],
  ["an npm name of a repository", "@x/y@git+https://evil.example/x", /no package of a registry/],
  ["an npm name of a file", "npx -y file:../x", /no package of a registry/],
  ["a repository without a commit", "git+https://evil.example/x", /names no commit/],
  ["a Python address", "uvx https://evil.example/x.whl", /other than versions/],
  ["a file address", "file:///etc/passwd", /names nothing that can be added/],
  ["a line for a shell", "npx -y x; rm -rf ~", /No shell reads/],
  ["another program", "bash -c x", /neither a line of npx/],
  ["an option of npx", "npx -c x", /is not known/],
  ["a private host", "http://10.1.2.3/mcp", /private/],
  ["the address of a cloud's keys", "http://169.254.169.254/latest", /private/],
  ["an address with a password", "https://a:b@example.com/", /password/],
  ["JSON that is none", "{", /not valid JSON/],
  ["a list", "[]", /a list/],
  ["an empty object", "{}", /neither servers/],
  ["a prototype", '{"command":"x","__proto__":{"url":"y"}}', /__proto__/],
  ["a server called __proto__", '{"mcpServers":{"__proto__":{"command":"x"}}}', /__proto__/],
  ["a server called constructor", '{"mcpServers":{"constructor":5}}', /neither servers/],
  ["OpenAPI", '{"openapi":"3.1.0","paths":{}}', /OpenAPI document/],
  ["a folder's manifest", '{"name":"a","actions":["x"]}', /give the folder itself/],
  ["tools alone", '{"tools":[]}', /without a capability/],
  ["a deep text", "[".repeat(10_000), /nest|deep/],
  ["nothing", " ", /names nothing/],
])("F71: %s is refused, and nothing is kept", async (_, what, message) => {
  const home = await openHome();
  const before = await kept(home);
  for (const ask of [preview, add]) {
    const { status, body } = await ask(home, what, { as: "admin" });
    expect(body.message).toMatch(message);
    expect([400, 403, 422]).toContain(status);
  }
  expect(await kept(home)).toEqual(before);
});

test("F71: an address that is something else says what is possible", async () => {
  const page = await serve((_, response) => response.end("<html>"));
  const home = await openHome({ web_fetch: { allow_hosts: [page] } });
  const { body } = await preview(home, `http://${page}/`, { as: "admin" });
  expect(body).toMatchObject({ code: "ADD_UNKNOWN" });
  expect(body.message).toMatch(/no MCP server at .*no archive.*OpenAPI/);
  const closed = await openHome();
  expect((await preview(closed, `http://${page}/`, { as: "admin" })).body.code).toBe("ADD_UNKNOWN");
});

test("F71: a server that asks who comes is told as one that signs in", async () => {
  const sent: unknown[] = [];
  const host = await serve(({ headers }, response) => {
    sent.push(headers.authorization);
    response.writeHead(401, { "www-authenticate": "Bearer" }).end();
  });
  const home = await openHome();
  const told = await preview(home, `http://${host}/mcp`, { as: "admin" });
  expect(told.body).toMatchObject({
    kind: "mcp_server",
    warnings: [expect.stringContaining("sign-in")],
  });
  expect(new Set(sent)).toEqual(new Set([undefined]));
});

test("F71: secrets of an entry go nowhere in a preview", async () => {
  const seen: unknown[] = [];
  const host = await serve(({ headers }, response) => {
    seen.push(headers.authorization);
    response.end();
  });
  const home = await openHome();
  const value = "correct-horse-battery-staple";
  await home.request("PUT", "/v1/secrets/HUB", { as: "admin", body: { value } });
  const headers = { Authorization: `Bearer \${secret:HUB}` };
  const what = JSON.stringify({ url: `http://${host}/mcp`, headers });
  expect((await preview(home, what)).body).toMatchObject({ kind: "mcp_server" });
  expect(seen).toEqual([]);
});

test("F71: a link is followed once, and one that leads to too much is refused", async () => {
  const home = await openHome();
  const place = newFolder("links");
  symlinkSync(packFolder(), join(place, "pack"));
  symlinkSync("/", join(place, "all"));
  symlinkSync("/dev/zero", join(place, "endless.zip"));
  expect((await preview(home, join(place, "pack"))).body).toMatchObject({ kind: "pack" });
  expect((await preview(home, join(place, "all"))).body.message).toMatch(/whole home folder/);
  expect((await preview(home, join(place, "endless.zip"))).body.message).toMatch(/no such folder/);
  const inside = join(newFolder("bad"), "pack");
  mkdirSync(inside);
  writeFileSync(join(inside, "SKILL.md"), "---\nname: x\n---\n");
  symlinkSync("/etc/passwd", join(inside, "stolen"));
  expect(await preview(home, inside)).toMatchObject({ status: 422 });
});

test("F71: nothing is added but what was shown", async () => {
  const home = await openHome();
  const folder = packFolder();
  const { body: seen } = await preview(home, folder);
  const addSeen = () =>
    home.post<Answer>(`/v1/add?digest=${encodeURIComponent(seen.digest)}`, { what: folder });
  writeFileSync(join(folder, "more.md"), "Do something else.");
  expect(await addSeen()).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
  expect(await home.store.folders.list("pack")).toEqual([]);
  rmSync(join(folder, "more.md"));
  expect(await addSeen()).toMatchObject({ status: 200, body: { state: "added" } });
});

test("F71: a zip bomb, a zip that is none and a huge text are refused", async () => {
  const home = await openHome();
  const before = await kept(home);
  const bomb = makeZip([{ name: "SKILL.md", content: Buffer.alloc(60_000_000) }]);
  const send = (body: Uint8Array) =>
    home.request<Answer>("POST", "/v1/add", { body, headers: ZIP, as: "admin" });
  expect(await send(bomb)).toMatchObject({ status: 422 });
  expect(await send(Buffer.from("PK\u0003\u0004 nothing"))).toMatchObject({ status: 422 });
  expect(await send(new Uint8Array())).toMatchObject({ status: 422 });
  expect([413, 422]).toContain((await add(home, "x".repeat(600_000))).status);
  expect(await kept(home)).toEqual(before);
});
