import { expect, test } from "vitest";
import type { McpServerConfig } from "../../schema/mcp-server.ts";
import { sourceContract } from "../../testing/source-contract.ts";
import type { McpListing, McpServer } from "./mcp-client.ts";
import { createMcpSource } from "./mcp-source.ts";

const schema = { type: "object" };
const LISTING: McpListing = {
  name: "Files",
  version: "1.0.0",
  instructions: undefined,
  tools: [
    { name: "read", description: "Reads.", inputSchema: schema, digest: "1" },
    { name: "remove_all", description: "Removes.", inputSchema: schema, digest: "2" },
  ],
};

function serverOf(listing: McpListing): McpServer {
  return {
    id: "files",
    digest: "sha256:config",
    enforcement: null,
    state: () => ({ state: "ready", error: null }),
    list: async () => listing,
    call: async () => ({ type: "failed", message: "No.", mayHaveRun: false }),
    offers: () => ({ logging: false, subscribe: false }),
    setLogLevel: async () => {},
    watch: async () => () => {},
    onNotice: () => () => {},
    log: () => "",
    onChange() {},
    accessChanged: async () => {},
    reconnect: async () => {},
    close: async () => {},
  };
}

function sourceOf(config: Partial<McpServerConfig> = {}, listing = LISTING) {
  const whole = { command: "node", ...config };
  return createMcpSource({ server: serverOf(listing), config: whole, trust: "local-mcp" });
}

const list = async (config: Partial<McpServerConfig>, listing = LISTING) =>
  (await sourceOf(config, listing).list(AbortSignal.timeout(1_000)))[0]?.tools ?? [];

sourceContract("the source of an MCP server", async () => sourceOf());

test("X3: a tool carries its server, its own name and the digest of both", async () => {
  const [read] = await list({});
  expect(read?.execution).toEqual({
    type: "mcp",
    server: "files",
    tool: "read",
    config: "sha256:config",
    definition: "1",
    boxed: true,
  });
});

test("the owner chooses tools by patterns, and a refusal wins", async () => {
  const capstan = { allow: ["re*"], deny: ["remove_*"] };
  expect((await list({ capstan })).map(({ name }) => name)).toEqual(["read"]);
});

test("X4: a prefix stands before every name, and the server is called by its own", async () => {
  const [read] = await list({ capstan: { prefix: "my_" } });
  expect(read).toMatchObject({ name: "my_read", execution: { tool: "read" } });
});

test("X11: what the owner says of a risk stands", async () => {
  const [, remove] = await list({ capstan: { risk: { "remove_*": "CRITICAL" } } });
  expect(remove?.overriddenRisk).toBe("CRITICAL");
  expect((await list({ capstan: { risk: "LOW" } })).map((it) => it.overriddenRisk)).toEqual([
    "LOW",
    "LOW",
  ]);
});

test("X11: hints are passed on only of a server that is trusted", async () => {
  const hinted = LISTING.tools.map((tool) => ({ ...tool, annotations: { readOnlyHint: true } }));
  const listing = { ...LISTING, tools: hinted };
  expect((await list({}, listing))[0]?.trustedHints).toBeUndefined();
  expect((await list({ capstan: { trust: true } }, listing))[0]?.trustedHints).toEqual({
    readOnly: true,
  });
});

test("A105: what nobody would see in a schema is taken out of it", async () => {
  const inputSchema = {
    type: "object",
    properties: { a: { type: "string", description: "x\u200by" } },
  };
  const source = sourceOf({}, { ...LISTING, tools: [{ name: "a", inputSchema, digest: "1" }] });
  const [capability] = await source.list(AbortSignal.timeout(1_000));
  expect(JSON.stringify(capability?.tools[0]?.inputSchema)).toContain('"xy"');
  expect(source.state()).toMatchObject({ state: "degraded" });
});
