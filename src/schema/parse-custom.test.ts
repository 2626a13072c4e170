import { describe, expect, test } from "vitest";
import type { JsonObject } from "../base/json.ts";
import { parseCustom } from "./parse-custom.ts";

const tool = (http: JsonObject, more: JsonObject = {}): JsonObject => ({
  name: "look_up",
  description: "Looks a city up.",
  input_schema: { type: "object", properties: { city: { type: "string" } } },
  http: { method: "GET", url: "https://api.example.com/cities/{{city}}", ...http },
  ...more,
});
const manifest = (...tools: JsonObject[]): JsonObject => ({
  id: "cities",
  name: "Cities",
  description: "Knows cities.",
  config_schema: { type: "object", properties: { region: { type: "string" } } },
  tools,
});
const SECRET = "$" + "{secret:TOKEN}";

describe("E65: a capability as data", () => {
  test("E65: is read with its defaults", () => {
    const read = parseCustom(manifest(tool({ headers: { authorization: `Bearer ${SECRET}` } })));
    expect(read).toMatchObject({ id: "cities", version: "1.0.0", status: "available" });
  });

  test.each([
    ["an input that the tool does not take", { url: "https://a.example/{{town}}" }, "{{town}}"],
    ["a setting that does not exist", { query: { r: "{{config.zone}}" } }, "{{config.zone}}"],
    ["an input inside the host", { url: "https://{{city}}.example/" }, "host"],
    ["an input right behind the host", { url: "https://a.example{{city}}" }, "host"],
    ["an input as the port", { url: "https://a.example:{{city}}/" }, "host"],
    ["a name and password in the URL", { url: "https://me:pw@a.example/" }, "host"],
    ["another scheme", { url: "file:///etc/passwd" }, "http://"],
    ["a scheme that an input gives", { url: "{{city}}://a.example/" }, "host"],
    ["a secret in the URL", { url: `https://a.example/${SECRET}` }, "header"],
    ["a header that frames the request", { headers: { Host: "a.example" } }, "client itself"],
    ["a header that is no name", { headers: { "a b": "x" } }, "name of a header"],
    ["a body of a GET", { body: { a: 1 } }, "no body"],
    ["a method that does not exist", { method: "STEAL" }, "method"],
  ])("E65: %s is refused", (_what, http, said) => {
    expect(() => parseCustom(manifest(tool(http)))).toThrow(said);
  });

  test.each<[string, JsonObject, string]>([
    ["hooks, which only what ships in process may have (A119)", { hooks: {} }, "hooks"],
    ["an id with capitals (I48)", { id: "Cities" }, "id"],
    ["an id of another kind", { id: "mcp:cities" }, "id"],
    ["a version that is none", { version: "new" }, "version"],
  ])("E65, I48: %s is refused", (_what, more, said) => {
    expect(() => parseCustom({ ...manifest(), ...more })).toThrow(said);
  });

  test("E65: two tools of one name, and inputs that are no object, are refused", () => {
    expect(() => parseCustom(manifest(tool({}), tool({})))).toThrow("Two tools");
    const list = { input_schema: { type: "array" } };
    expect(() => parseCustom(manifest(tool({}, list)))).toThrow('"type": "object"');
  });

  test("E65: the error names the field", () => {
    const problem = { code: "CAPABILITY_INVALID", details: { field: "tools.0.http.url" } };
    try {
      parseCustom(manifest(tool({ url: "ftp://a.example" })));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject(problem);
    }
  });
});

describe("E65: a tool that is a program", () => {
  const command = (exec: JsonObject, more: JsonObject = {}): JsonObject => ({
    name: "count",
    description: "Counts something.",
    input_schema: { type: "object", properties: { file: { type: "string" } } },
    exec: { command: "wc", args: ["-w", "--", "{{file}}"], ...exec },
    ...more,
  });

  test("is read with its defaults", () => {
    const [read] = parseCustom(manifest(command({ env: { TOKEN: SECRET } }))).tools;
    expect(read?.exec).toMatchObject({ command: "wc", cwd: "workspace", timeout_s: 30 });
  });

  test.each([
    ["an input as the program", { command: "{{file}}" }, "must be written out"],
    [
      "an input in a line for a shell",
      { command: "wc {{file}}", shell: true },
      "the line for the shell",
    ],
    ["an input that the tool does not take", { args: ["{{other}}"] }, "{{other}}"],
    ["a folder that it does not have", { args: ["{{pack_root}}/x.sh"] }, "pack_root"],
    ["its own folder to work in", { cwd: "pack_root" }, "pack_root"],
    ["a secret in an argument", { args: [SECRET] }, 'belongs in "env"'],
    ["a variable that loads code", { env: { LD_PRELOAD: "x" } }, "cannot be set"],
    ["a key that nobody knows", { sudo: true }, "exec"],
  ])("is refused with %s", (_, exec, said) => {
    expect(() => parseCustom(manifest(command(exec)))).toThrow(said);
  });

  test("is refused with both a program and a request, with none, and with a reserved input", () => {
    const both = command({}, { http: { method: "GET", url: "https://a.example/" } });
    expect(() => parseCustom(manifest(both))).toThrow("one of them");
    const { exec: _, ...neither } = command({});
    expect(() => parseCustom(manifest(neither))).toThrow("one of them");
    const properties = { file: { type: "string" }, workspace: { type: "string" } };
    const reserved = command({}, { input_schema: { type: "object", properties } });
    expect(() => parseCustom(manifest(reserved))).toThrow("reserved");
  });
});
