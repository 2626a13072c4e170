import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { JsonObject, JsonValue } from "../../base/json.ts";

// Their code, without a sandbox around it: src/features/skills/shipped-skills.test.ts runs the skills themselves.
const CAPABILITIES = new URL("../../../capabilities/", import.meta.url);
const load = <T>(path: string): Promise<T> => import(new URL(path, CAPABILITIES).href);

type Inferred = { fault?: string; schema: JsonObject; assumptions: { text: string }[] };
type Samples = {
  inferFromCsv(text: string): Inferred;
  inferFromJson(sample: JsonValue): Inferred;
};
const { inferFromCsv, inferFromJson } = await load<Samples>("schema-infer/from-samples.mjs");

const columns = (csv: string) => {
  const { schema } = inferFromCsv(csv);
  const required = schema.required as string[] | undefined;
  return Object.entries(schema.properties as Record<string, JsonObject>).map(([name, of]) => [
    required?.includes(name) ? name : `${name}?`,
    ...[of.type ?? "nothing"].flat(),
    ...(of.format ? [of.format] : []),
  ]);
};

describe("schema-infer: tables", () => {
  test.each<[string, string, JsonValue]>([
    [
      "a byte order mark and Windows lines",
      "\uFEFFid,on\r\n1,true\r\n",
      [
        ["id", "integer"],
        ["on", "boolean"],
      ],
    ],
    [
      "line breaks in quotes",
      'id,"a\nb"\n1,"x\ny"\n',
      [
        ["id", "integer"],
        ["a\nb", "string"],
      ],
    ],
    [
      "the mark in a quoted header",
      '"a,b,c";d\n1;2\n',
      [
        ["a,b,c", "integer"],
        ["d", "integer"],
      ],
    ],
    [
      "quotes behind a space",
      'a, b\n1, "x, y"\n',
      [
        ["a", "integer"],
        ["b", "string"],
      ],
    ],
    [
      "old line ends",
      "a,b\r1,2\r",
      [
        ["a", "integer"],
        ["b", "integer"],
      ],
    ],
    [
      "the mark in a line of its own",
      "sep=;\na;b\n1;x\n",
      [
        ["a", "integer"],
        ["b", "string"],
      ],
    ],
    [
      "columns that are empty",
      "a,,c\n1,,\n2,,3\n",
      [
        ["a", "integer"],
        ["column_2?", "nothing"],
        ["c?", "integer"],
      ],
    ],
    [
      "empty lines",
      "\n\na,b\n\n1,2\n,\n",
      [
        ["a", "integer"],
        ["b", "integer"],
      ],
    ],
    [
      "a name twice",
      "a,a\n1,x\n",
      [
        ["a", "integer"],
        ["a_2", "string"],
      ],
    ],
    [
      "numbers as they are written",
      "p,q,r,zip\n1.0,.5,-2,007\n",
      [
        ["p", "number"],
        ["q", "number"],
        ["r", "integer"],
        ["zip", "string"],
      ],
    ],
    [
      "huge numbers",
      "n,e\n123456789012345678901234567890,1e400\n",
      [
        ["n", "integer"],
        ["e", "number"],
      ],
    ],
    ["several types", "m\n1\nabc\ntrue\n", [["m", "boolean", "integer", "string"]]],
    [
      "dates, and what only looks like them",
      "d,t,x\n2024-02-29,2024-01-02T03:04:05Z,2024-13-45\n",
      [
        ["d", "string", "date"],
        ["t", "string", "date-time"],
        ["x", "string"],
      ],
    ],
    [
      "names that objects have",
      "__proto__,constructor\n1,x\n",
      [
        ["__proto__", "integer"],
        ["constructor", "string"],
      ],
    ],
  ])("S8: %s", (_, csv, expected) => expect(columns(csv)).toEqual(expected));

  test("S8: lines that are too long are told of, and a quote without an end is refused", () => {
    const { assumptions } = inferFromCsv("a,b\n1\n1,2,3\n");
    expect(assumptions.map(({ text }) => text)).toEqual([
      "1 of 2 lines have more cells than the header, which were left out.",
    ]);
    expect(inferFromCsv('a,b\n1,"x\n2,y\n').fault).toContain("line 2");
    expect(inferFromCsv("a,b\n").fault).toContain("no line below its header");
  });
});

test("S8: schema-infer reads JSON with nulls and missing keys, and JSON in lines", () => {
  const people = [
    { of: { mail: null, tags: [{ x: 1 }, { y: "2" }] } },
    { of: { mail: "a@b.de", tags: [] } },
    { of: null },
    {},
  ];
  expect(inferFromJson(people).schema).toEqual({
    type: "object",
    properties: {
      of: {
        type: ["null", "object"],
        required: ["mail", "tags"],
        properties: {
          mail: { type: ["null", "string"], format: "email" },
          tags: {
            type: "array",
            items: {
              type: "object",
              properties: { x: { type: "integer" }, y: { type: "string" } },
            },
          },
        },
      },
    },
  });
  expect(inferFromJson('\uFEFF{"a":1}\n\n{"a":2.5,"b":null}\n').schema).toEqual({
    type: "object",
    properties: { a: { type: "number" }, b: { type: "null" } },
    required: ["a"],
  });
  expect(inferFromJson("{").fault).toContain("neither JSON");
});

type Text = { content: string; file?: string };
type Found = {
  operations: { name: string; parameters: string[] }[];
  properties: { name: string; type: string; required: boolean }[];
  credentials: { name: string }[];
};
type Texts = {
  textsIn(sections: JsonValue, keys: readonly string[], anywhere: boolean): Text[];
  fromCode(texts: Text[]): Found;
  fromDocs(texts: Text[]): Found;
};
const { textsIn, fromCode, fromDocs } = await load<Texts>("schema-infer/from-texts.mjs");
const calls = ({ operations }: Found) =>
  operations.map(({ name, parameters }) => `${name}(${parameters.join(", ")})`);

describe("schema-infer: sections", () => {
  test.each<[string, JsonValue, string[]]>([
    ["a list of files", [{ file: "a.ts", content: "export function go(x) {}" }], ["go(x)"]],
    ["files by their names", { "src/a.ts": "export const go = async (n = 1) => {}" }, ["go(n)"]],
    ["gaps", { code: [null, { content: null }, { content: "function a() {}" }] }, ["a()"]],
    [
      "functions as parameters",
      { code: "function on(cb: (x: number) => void, n = 3) {}" },
      ["on(cb, n)"],
    ],
    [
      "an object as a parameter",
      { code: "class A {\n  send({ to, body = '' }: Mail) {\n  }\n}" },
      ["send(to, body)"],
    ],
    [
      "Java",
      { code: "public class A {\n  public List<User> find(int id, String name) {\n  }\n}" },
      ["find(id, name)"],
    ],
    [
      "PHP",
      { code: "<?php\nfunction send_mail(string $to, $subject = '') {}" },
      ["send_mail(to, subject)"],
    ],
    [
      "Go and Rust",
      { code: "func (c *C) Get(id string) error {\n}\npub async fn put(&self, id: u64) {\n}" },
      ["Get(id)", "put(id)"],
    ],
    [
      "Python",
      { code: "class A:\n    async def run(self, a: int, *rest, **more):\n        pass" },
      ["run(a, rest, more)"],
    ],
    [
      "a function in a text",
      { code: 'const s = "function no(a) {}";\nfunction yes() {}' },
      ["yes()"],
    ],
  ])("S8: reads code in %s", (_, sections, expected) => {
    expect(calls(fromCode(textsIn(sections, ["code"], false)))).toEqual(expected);
  });

  test("S8: what is taken as a rest or has a default need not be given", () => {
    const code = "def run(a: int, b=2, *rest, **more):\n    pass";
    expect(fromCode([{ content: code }]).properties).toMatchObject([
      { name: "a", type: "number", required: true },
      { name: "b", type: "number", required: false },
      { name: "rest", required: false },
      { name: "more", required: false },
    ]);
  });

  const openApi = { paths: { "/users/{id}": { get: {}, delete: {} }, "/users": { post: {} } } };
  test.each<[string, JsonValue, string[]]>([
    ["OpenAPI", { docs: openApi }, ["getUsersById(id)", "deleteUsersById(id)", "createUsers()"]],
    [
      "OpenAPI as a text",
      { docs: JSON.stringify(openApi) },
      ["getUsersById(id)", "deleteUsersById(id)", "createUsers()"],
    ],
    [
      "a table",
      { docs: "| GET | /v1/users |\n| `DELETE` | `/v1/users/:id` |" },
      ["getUsers()", "deleteUsersById(id)"],
    ],
    ["any other section", { intro: { text: "POST /items" } }, ["createItems()"]],
    ["no request at all", { docs: "You may GET a list by asking." }, []],
  ])("S8: reads documentation in %s", (_, sections, expected) => {
    expect(calls(fromDocs(textsIn(sections, ["docs"], true)))).toEqual(expected);
  });

  test("S8: finds what a request has to carry", () => {
    const curl = "curl -X POST https://a.b/v2/items -H 'Authorization: Bearer $TOKEN'";
    expect(fromDocs([{ content: curl }]).credentials).toMatchObject([{ name: "bearerToken" }]);
  });
});

type Normalized = {
  state: string;
  outputs: JsonObject & { node: { properties: JsonObject[] }; report: { warnings: string[] } };
  errors: { message: string }[];
};
const { execute } = await load<{ execute(ctx: { inputs: JsonObject }): Normalized }>(
  "node-normalize/impl.mjs",
);
const normalize = (inputs: JsonObject) => execute({ inputs });

describe("node-normalize", () => {
  test("S49: names keep their letters where they are shown, and lose their package", () => {
    expect(normalize({ raw_node_name: "Überweisung – Ausführen" }).outputs).toMatchObject({
      normalized_name: "uberweisungAusfuhren",
      display_name: "Überweisung Ausführen",
    });
    expect(normalize({ raw_node_name: "@own/n8n-nodes-foo.barBaz" }).outputs).toMatchObject({
      normalized_name: "barBaz",
      display_name: "Bar Baz",
    });
    expect(normalize({ raw_node_name: "2FA" }).outputs.report.warnings).toHaveLength(1);
  });

  test("S49: what has no name says what to do", () => {
    expect(normalize({ node: { properties: [] } }).errors[0]?.message).toContain("raw_node_name");
    expect(normalize({ raw_node_name: "Отправить" }).errors[0]?.message).toContain("Отправить");
    expect(normalize({ node: [1] }).state).toBe("failed");
    expect(normalize({ node: '\uFEFF{"name":"x"}' }).state).toBe("completed");
  });

  test("S49: types are known in every spelling, and defaults have them", () => {
    const properties = [
      { name: "a b", type: "String", default: null },
      { name: "n", type: "NUMBER", default: "5" },
      { name: "on", type: "bool", default: "no" },
      { name: "odd", type: "int", default: "many" },
      { name: "more", type: "collection", options: [{ name: "Page Size", type: "int" }, null] },
      null,
    ];
    const { node, report } = normalize({ node: { name: "x", properties } }).outputs;
    expect(node.properties).toMatchObject([
      { name: "aB", type: "string", default: "" },
      { name: "n", type: "number", default: 5 },
      { name: "on", type: "boolean", default: false },
      { name: "odd", type: "number", default: "many" },
      { name: "more", options: [{ name: "pageSize", type: "number", default: 0 }] },
    ]);
    expect(report.warnings.filter((one) => /odd|default|left out/.test(one))).toHaveLength(3);
    const again = normalize({ node: { ...node, description: "x" } as JsonObject }).outputs;
    expect(again.node.properties).toEqual(node.properties);
  });
});

type Changes = { problems?: string[]; changes?: { path: string; after: string }[] };
type Files = {
  changesOf(wanted: JsonValue, allowed: readonly string[]): Changes;
  applyChanges(wanted: JsonValue): { before: unknown[]; problem?: string };
  takeBack(changes: unknown[]): void;
};

describe("code-fix: a patch", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-fix-"));
  vi.stubEnv("CAPSTAN_WORKSPACE", root);
  const { changesOf, applyChanges, takeBack } = await load<Files>("code-fix/files.mjs");
  const file = (name: string, content: string | Buffer) => writeFileSync(join(root, name), content);
  const read = (name: string) => readFileSync(join(root, name), "utf8");
  mkdirSync(join(root, "src"));

  test.each<[string, JsonValue, string]>([
    ["outside the allow-list", { path: "secret.txt", content: "x" }, "may not be changed"],
    ["outside the workspace", { path: "src/../../x", content: "x" }, "may not be changed"],
    ["of a folder", { path: "src/deep", content: "x" }, "is no file"],
    ["of a picture", { path: "src/a.png", find: "P", replace: "Q" }, "is no text"],
    ["of a text in another encoding", { path: "src/latin.txt", content: "x" }, "is no text"],
    ["that does not apply", { path: "src/a.js", find: "nowhere", replace: "x" }, "exactly once"],
    ["that applies twice", { path: "src/a.js", find: "1", replace: "2" }, "exactly once"],
    ["that changes nothing", { path: "src/a.js", content: "1 + 1\n" }, "changes nothing"],
    ["without a path", { content: "x" }, "needs a path"],
    ["that is none", null, "needs a path"],
  ])("S49: %s is refused in words", (_, change, why) => {
    mkdirSync(join(root, "src/deep"), { recursive: true });
    file("src/a.js", "1 + 1\n");
    file("src/a.png", Buffer.from([0x89, 0x50, 0, 1]));
    file("src/latin.txt", Buffer.from([0x66, 0xfc, 0x72]));
    const { problems, changes } = changesOf([change], ["src/*"]);
    expect(problems?.join()).toContain(why);
    expect(changes).toBeUndefined();
  });

  test("S49: a file keeps its line ends, and is put back as it was, with its mode", () => {
    const before = "#!/bin/sh\r\necho a\r\nexit 1\r\n";
    file("run.sh", before);
    chmodSync(join(root, "run.sh"), 0o755);
    const { before: undo } = applyChanges([
      { path: "run.sh", find: "echo a\nexit 1", replace: "echo b\nexit 0" },
      { path: "new/deep.txt", content: "x\n" },
    ]);
    expect(read("run.sh")).toBe("#!/bin/sh\r\necho b\r\nexit 0\r\n");
    takeBack(undo);
    expect(read("run.sh")).toBe(before);
    expect(() => read("new/deep.txt")).toThrow();
    applyChanges([{ path: "run.sh", content: "a\nb\n" }]);
    expect(read("run.sh")).toBe("a\r\nb\r\n");
  });
});
