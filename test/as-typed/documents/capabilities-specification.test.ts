import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { examplesOf } from "./examples.ts";
import { type Documents, openDocuments } from "./open-documents.ts";

/** Not handed over, and why. Every other example is. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  Architecture: "a picture",
  "Capability Trait (everruns-core)": "a declaration in Rust",
  "Database Schema": "the tables are Capstan's own (X37)",
  "Adding New Capabilities #2": "a registry in Rust; the capability of the first part is added",
};

const EXAMPLES = examplesOf("capabilities-specification");
const BUILT_INS = readFileSync(
  new URL("./capabilities-specification/built-ins.md", import.meta.url),
  "utf8",
);
const used = new Set<string>();
function example(title: string): string {
  const text = EXAMPLES.get(title);
  if (text === undefined) throw new TypeError(`there is no example "${title}"`);
  used.add(title);
  return text;
}

/** A request as it is written, and the JSON that the document answers it with. */
function exchange(title: string) {
  const [request = "", response = ""] = example(title).split("Response:\n");
  const [, method = "", path = ""] = /^(\w+) (\S+)/.exec(request) ?? [];
  const body = request.slice(request.search(/\n\n\{|$(?![\s\S])/)).trim();
  // The document leaves the id and a line of dots open.
  const answer = response.replace(/,\n {2}\.\.\.\n\}/, "\n}").replace('  "id": "...",\n', "");
  return { method, path, body, answer: JSON.parse(answer) as JsonObject };
}

let live: Documents;
beforeAll(async () => {
  live = await openDocuments();
});
afterAll(() => live.stop());

/** The body goes out letter by letter. */
async function send({ method, path, body }: ReturnType<typeof exchange>, id = "") {
  const response = await fetch(live.url + path.replace("{agent_id}", id), {
    method,
    headers: { authorization: `Bearer ${live.key}`, "content-type": "application/json" },
    ...(body !== "" && { body }),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

test("E8, E10, E12, E53: the list of capabilities has the document's items", async () => {
  const listed = exchange("List Capabilities");
  const { status, body } = await send(listed);
  expect(status).toBe(200);
  const items = new Map((body.items as JsonObject[]).map((item) => [item.id, item]));
  for (const { description: _, status, ...item } of listed.answer.items as JsonObject[]) {
    expect(items.get(item.id ?? "")).toMatchObject({ ...item, description: expect.any(String) });
    // The document has one that is still to come, and it has come.
    expect(["available", status]).toContain(items.get(item.id ?? "")?.status);
  }
  expect(body.total).toBeGreaterThanOrEqual(Number(listed.answer.total));
  const constants = example("CapabilityId (String wrapper)").matchAll(/&'static str = "(\w+)"/g);
  const ids = [...constants].map(([, id = ""]) => id);
  expect(ids).toHaveLength(9);
  for (const id of ids) {
    const one = await live.call<JsonObject>("GET", `/v1/capabilities/${id}`);
    expect(one).toMatchObject({ status: 200, body: { id } });
  }
  const statuses = example("CapabilityStatus (Enum)").matchAll(/^ {4}(\w+),/gm);
  const { body: api } = await live.call("GET", "/openapi.json");
  for (const [, name = ""] of statuses) {
    const value = name.replace(/(?!^)[A-Z]/, (letter) => `_${letter}`).toLowerCase();
    expect(JSON.stringify(api)).toContain(`"${value}"`);
  }
});

test("E55, E56, E57, E58: an agent is made and changed with the document's requests", async () => {
  const made = exchange("Create Agent with Capabilities");
  const created = await send(made);
  expect(created).toMatchObject({ status: 201, body: made.answer });
  const changed = exchange("Update Agent Capabilities");
  const id = String(created.body.id);
  expect(await send(changed, id)).toMatchObject({ status: 200, body: changed.answer });
  expect((await live.call("GET", `/v1/agents/${id}`)).body).toMatchObject(changed.answer);
  // In the order of the list, and before the agent's own words.
  const preview = await live.cli("agents", "preview", id, "--json");
  const { system_prompt, tools } = JSON.parse(preview.out);
  expect(system_prompt).toMatch(/file system[\s\S]*You are a helpful research assistant\.$/);
  expect(tools[0].name).toBe("get_current_time");
});

test("E64, E65: the document's new capability is added without a change of the program", async () => {
  const text = example("Adding New Capabilities");
  const said = (name: string) => new RegExp(`fn ${name}.*\\{ "(.*)" \\}`).exec(text)?.[1] ?? "";
  const own = {
    id: said("id"),
    name: said("name"),
    description: said("description"),
    version: "1.0.0",
  };
  expect(own).toMatchObject({ id: "my_new_capability", description: "Description here" });
  const file = `${live.folder("added", { "own.json": JSON.stringify({ ...own, tools: [] }) })}/own.json`;
  expect(await live.cli("capabilities", "add", file)).toMatchObject({ code: 0 });
  const listed = await live.call<{ items: JsonObject[] }>("GET", "/v1/capabilities");
  expect(listed.body.items.filter(({ name }) => name === own.name)).toMatchObject([
    { description: own.description, status: "available", tools: [] },
  ]);
});

type Described = { name: string; parameters: RegExpMatchArray[]; returns: string[] };

/** The tools that the document lists under a capability, with their parameters and results. */
function describedTools(): Described[] {
  return [...BUILT_INS.matchAll(/^ {2}- `(\w+)` - .*\n((?: {4}.*\n)*)/gm)].map(
    ([, name = "", lines = ""]) => {
      const [before = "", returned = ""] = lines.split(/^ {4}- Returns: /m);
      const listed = /^Object containing (?!:)(.*)$/m.exec(returned)?.[1] ?? "";
      const fields = [...returned.matchAll(/^ {6}- `(\w+)`:/gm)].map(([, field = ""]) => field);
      return {
        name,
        parameters: [...before.matchAll(/^ {6}- `(\w+)`: (\w+)(?: \((.*?)\))?(.*)$/gm)],
        returns: [
          ...listed
            .split(/, | array| status/)
            .filter((one) => /^\w+$/.test(one) && one !== "timestamps"),
          ...fields,
        ],
      };
    },
  );
}

test("E17, E19, E21, E25, E26, E27, E28, E29, E30, E38, E44: each tool takes what the document lists", async () => {
  type Tool = { name: string; input_schema: { properties: JsonObject; required?: string[] } };
  const { body } = await live.call<{ items: Tool[] }>(
    "GET",
    "/v1/tools?source_type=builtin&limit=500",
  );
  const tools = new Map(body.items.map((tool) => [tool.name, tool.input_schema]));
  const described = describedTools();
  expect(described.map(({ name }) => name)).toHaveLength(15);
  expect(described.flatMap(({ parameters }) => parameters)).toHaveLength(17);
  for (const { name, parameters } of described) {
    const schema = tools.get(name);
    expect(schema, name).toBeDefined();
    for (const [, parameter = "", type = "", more = ""] of parameters) {
      const property = schema?.properties[parameter];
      const values = type === "enum" ? { enum: more.split(", ") } : { type };
      expect(property, `${name} ${parameter}`).toMatchObject(values);
      const isRequired = more.startsWith("required");
      if (isRequired) expect(schema?.required, name).toContain(parameter);
    }
  }
});

test("E25, E26, E28, E30, E31, E34, E44: what the tools return has the fields of the document", async () => {
  const { body: session } = await live.call<{ id: string }>("POST", "/v1/sessions", {});
  const returns = new Map(describedTools().map((one) => [one.name, one.returns]));
  const use = async (tool: string, inputs: JsonObject) => {
    const path = `/v1/tools/builtin:${tool}/invoke`;
    const given = { inputs, session_id: session.id };
    const { body } = await live.call<{ state: string; outputs: JsonObject }>("POST", path, given);
    expect(body).toMatchObject({ state: "completed" });
    const fields = returns.get(tool.split(":")[1] ?? "");
    expect(Object.keys(body.outputs)).toEqual(expect.arrayContaining(fields ?? []));
    return body.outputs;
  };
  const files = "session_file_system";
  expect(returns.get("read_file")).toEqual(["path", "content", "encoding", "size_bytes"]);
  await use(`${files}:write_file`, { path: "/a/b/c.txt", content: "hello" });
  await use(`${files}:write_file`, {
    path: "/docs/readme.txt",
    content: "aGk=",
    encoding: "base64",
  });
  expect(await use(`${files}:read_file`, { path: "/docs/readme.txt" })).toMatchObject({
    content: "hi",
  });
  // Its timestamps are these two.
  expect(await use(`${files}:stat_file`, { path: "/a/b" })).toMatchObject({
    is_directory: true,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  expect(await use(`${files}:list_directory`, {})).toMatchObject({ path: "/", count: 2 });
  const found = await use(`${files}:grep_files`, { pattern: "hel+o", path_pattern: "*.txt" });
  expect(found).toMatchObject({ match_count: 1, matches: [{ path: "/a/b/c.txt" }] });
  const todos = [
    { content: "Run tests", activeForm: "Running tests", status: "in_progress" },
    { content: "Fix the bug", activeForm: "Fixing the bug", status: "pending" },
  ];
  expect(await use("stateless_todo_list:write_todos", { todos })).toMatchObject({
    success: true,
    todos,
  });
  const time = { timezone: "America/New_York", format: "iso8601" };
  expect(await use("current_time:get_current_time", time)).toMatchObject(time);
});

test("every example of the document is handed over, or it says why not", () => {
  const told = [...Object.keys(LEFT_OUT), ...used];
  expect([...EXAMPLES.keys()].filter((title) => !told.includes(title))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((title) => used.has(title))).toEqual([]);
});
