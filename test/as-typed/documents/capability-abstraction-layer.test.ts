import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { openFakeServer } from "../../e2e/mcp/fake-server.ts";
import { examplesOf } from "./examples.ts";
import { type Documents, openDocuments } from "./open-documents.ts";

/** Not handed over, and why. Every other example is. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  Architecture: "a picture",
  "4. Audit (`audit.py`)":
    "emits records by hand; Capstan writes one for each call, asserted below",
  "Usage Example": "a program of that repository",
  Testing: "the tests of that repository",
  CapabilityRegistry: "declares what part 2 calls",
  ToolRouter: "declares what part 3 calls",
  ToolPolicyEngine: "declares what part 5 calls",
};

const EXAMPLES = examplesOf("capability-abstraction-layer");
const TABLES = readFileSync(
  new URL("./capability-abstraction-layer/tables.md", import.meta.url),
  "utf8",
);
const used = new Set<string>();
function example(title: string): string {
  const text = EXAMPLES.get(title);
  if (text === undefined) throw new TypeError(`there is no example "${title}"`);
  used.add(title);
  return text;
}

const REGISTRY = example("2. CapabilityRegistry (`registry.py`)");
const ROUTER = example("3. ToolRouter (`router.py`)");
/** The arguments of the document's calls. */
const [, GET = ""] = /get_tool\("(.+)"\)/.exec(REGISTRY) ?? [];
const [, RISK_MAX = ""] = /risk_level_max=RiskLevel\.(\w+)/.exec(REGISTRY) ?? [];
const [, SEARCHED = ""] = /search_tools\("(.+)"\)/.exec(REGISTRY) ?? [];
const EXCLUDED = [...REGISTRY.matchAll(/SideEffect\.(\w+)/g)].map(([, name = ""]) =>
  name.toLowerCase().replace("_", "."),
);
const [, INPUTS = ""] = /inputs=(\{.*\})/.exec(ROUTER) ?? [];

type Command = readonly [name: string, description: string];

/** An extension as a folder on disk; each command takes one text, and says it. */
function extension(id: string, permissions: readonly string[], commands: readonly Command[]) {
  const listed = commands.map(
    ([name, description]) =>
      `  - name: /${name}\n    description: ${description}\n    entrypoint: commands/say.sh\n    args: [{name: url, required: true}]\n`,
  );
  const manifest = {
    id,
    name: id,
    version: "1.0.0",
    description: "Does something.",
    capabilities: commands.map(([name, description]) => ({
      type: "slash_command",
      name: `/${name}`,
      description,
    })),
    permissions_required: permissions,
  };
  return {
    "manifest.json": JSON.stringify(manifest),
    "commands/commands.yaml": `commands:\n${listed.join("")}`,
    "commands/say.sh": '#!/bin/sh\necho "said $1"\n',
  };
}

let live: Documents;
beforeAll(async () => {
  live = await openDocuments();
  const [, postman = "", get = ""] = GET.split(":");
  const extensions = [
    [postman, ["network"], [[get, "Sends an HTTP request"]]],
    [
      "tools.notes",
      [],
      [
        ["write_note", "Keeps it"],
        ["delete_note", "Takes it away"],
        ["exec_note", "Starts it"],
        ["count", "Counts them"],
      ],
    ],
    ["tools.shop", ["payment"], [["buy", "Buys it"]]],
    ["tools.cloud", ["cloud"], [["list", "Lists it"]]],
  ] as const;
  for (const [id, permissions, commands] of extensions) {
    const folder = live.folder(id, extension(id, permissions, commands));
    expect(await live.cli("extensions", "install", folder)).toMatchObject({ code: 0 });
  }
});
afterAll(() => live.stop());

type Tool = { tool_id: string; risk_level: string; side_effect_tags: string[] };
async function list(query = ""): Promise<ReadonlyMap<string, Tool>> {
  const path = `/v1/tools?limit=500&${query}`;
  const { status, body } = await live.call<{ items: Tool[] }>("GET", path);
  expect(status).toBe(200);
  return new Map(body.items.map((tool) => [tool.tool_id, tool]));
}

test("C1, C11, C12, C13: the registry's calls of the document answer the same over HTTP", async () => {
  expect([...(await list()).keys()]).toContain(GET);
  const safe = await list(`risk_max=${RISK_MAX}`);
  expect(new Set([...safe.values()].map((tool) => tool.risk_level))).toEqual(
    new Set(["LOW", "MED"]),
  );
  expect(EXCLUDED).toEqual(["fs.write", "fs.delete"]);
  const excluded = await list(`exclude_side_effects=${EXCLUDED.join(",")}`);
  expect(excluded.has(GET)).toBe(true);
  for (const { side_effect_tags: tags } of excluded.values()) {
    for (const effect of EXCLUDED) expect(tags).not.toContain(effect);
  }
  expect((await live.call("GET", `/v1/tools/${GET}`)).body).toMatchObject({
    tool_id: GET,
    source_type: "ext",
    source_id: "tools.postman",
  });
  expect((await list(`search=${SEARCHED}`)).has(GET)).toBe(true);
  const found = await live.cli("tools", "search", SEARCHED);
  expect(found.out).toContain(GET);
});

test("C9, C10, C19, C21, C24, C26: the document's call is asked about, runs, and is on record", async () => {
  const explained = await live.cli("policy", "explain", GET, "--input", INPUTS, "--json");
  const { decision } = JSON.parse(explained.out);
  expect(example("5. PolicyEngine (`policy.py`)")).toContain("decision.requires_approval");
  expect(decision).toMatchObject({ effect: "ask", reason: expect.stringContaining("HIGH") });
  type Outcome = { state: string; input_request: { approval_ids: string[] } };
  const { body: asked } = await live.call<Outcome>("POST", `/v1/tools/${GET}/invoke`, {
    inputs: JSON.parse(INPUTS),
  });
  expect(asked.state).toBe("input_required");
  const [id = ""] = asked.input_request.approval_ids;
  const { body: ran } = await live.call<{ outcome: JsonObject }>("POST", `/v1/approvals/${id}/run`);
  expect(ran.outcome).toMatchObject({
    state: "completed",
    outputs: { ok: true, stdout: "said https://api.example.com\n" },
    declared_side_effects: expect.arrayContaining(["network.http"]),
    duration_ms: expect.any(Number),
  });
  type Item = { type: string; actor: { name: string }; data: JsonObject };
  const { body } = await live.call<{ items: Item[] }>("GET", `/v1/audit?tool_id=${GET}`);
  expect(body.items.map(({ type, actor }) => [type, actor.name])).toEqual([
    ["invocation.ended", "owner"],
    ["invocation.started", "owner"],
    ["approval.answered", "owner"],
    ["approval.requested", "owner"],
  ]);
});

test("C7, C32: a tool of an MCP server has the id of the document", async () => {
  const schema = { type: "object" };
  const server = await openFakeServer(() => [{ name: "read_file", inputSchema: schema }]);
  const added = await live.cli("mcp", "add", "filesystem", "--url", server.url);
  expect(added).toMatchObject({ code: 0 });
  const tools = await list("source_type=mcp");
  expect([...tools.keys()]).toEqual(["mcp:filesystem:read_file"]);
});

test("C17, C18, C33, C34, C35, C36, C39, C40: risks and effects are those of the document's tables", async () => {
  const tools = await list();
  const told = (id: string) => {
    const { risk_level = "", side_effect_tags = [] } = tools.get(id) ?? {};
    return [risk_level, ...side_effect_tags.filter((tag) => tag !== "system.exec")];
  };
  expect(told(GET)).toEqual(["HIGH", "network.http"]);
  expect(told("ext:tools.notes:write_note")).toEqual(["HIGH", "fs.write"]);
  expect(told("ext:tools.notes:delete_note")).toEqual(["HIGH", "fs.delete"]);
  expect(told("ext:tools.notes:exec_note")).toEqual(["HIGH"]);
  expect(told("ext:tools.notes:count")).toEqual(["MED"]);
  expect(told("ext:tools.shop:buy")).toEqual(["CRITICAL", "payments"]);
  expect(told("ext:tools.cloud:list")[0]).toBe("CRITICAL");
  /** The examples of each level, as tools that ship. */
  const examples: Readonly<Record<string, string>> = {
    "List files": "list_directory",
    "Create file": "write_file",
    "Delete files": "delete_file",
  };
  const rows = [...TABLES.matchAll(/^\| (LOW|MED|HIGH) .*\| (\w+ files?), /gm)];
  expect(rows).toHaveLength(3);
  for (const [, level = "", named = ""] of rows) {
    expect(told(`builtin:session_file_system:${examples[named]}`)[0]).toBe(level);
  }
  expect(told("builtin:web_fetch:web_fetch")[0]).toBe("MED");
});

test("C3, C38: each side effect of the document is one that tools can be filtered by", async () => {
  const effects = [...TABLES.matchAll(/^\| (?!Category|-)\w+ +\| (`.*`) \|$/gm)].flatMap(
    ([, row = ""]) => row.replaceAll("`", "").split(", "),
  );
  expect(effects).toHaveLength(17);
  await list(`exclude_side_effects=${effects.join(",")}`);
});

test("every example of the document is handed over, or it says why not", () => {
  const told = [...Object.keys(LEFT_OUT), ...used];
  expect([...EXAMPLES.keys()].filter((title) => !told.includes(title))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((title) => used.has(title))).toEqual([]);
});
