import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../base/json.ts";
import { readTree } from "../bundles/testing/read-tree.ts";
import { readToolsJson } from "./read-tools-json.ts";

const TOOL = {
  name: "profile",
  description: "Profiles a CSV file.",
  inputSchema: { type: "object", properties: { file: { type: "string" } } },
  exec: { command: "node", args: ["{{pack_root}}/scripts/run.mjs", "--in", "{{file}}"] },
};
const SECRET = "$" + "{secret:KEY}";
const FILES = { "SKILL.md": "x", "scripts/run.mjs": "" };
const read = (tools: JsonValue) =>
  readToolsJson(readTree({ ...FILES, "tools.json": JSON.stringify({ tools }) }));

test("P23: an interface and a program become a tool that carries its bundle", () => {
  const bundle = readTree({ ...FILES, "tools.json": JSON.stringify({ tools: [TOOL] }) });
  expect(readToolsJson(bundle)).toMatchObject({
    tools: [
      {
        name: "profile",
        inputSchema: TOOL.inputSchema,
        permissions: ["system.exec"],
        execution: {
          type: "command",
          bundle: bundle.bundle.digest,
          call: { ...TOOL.exec, cwd: "workspace", timeout_s: 30 },
        },
      },
    ],
  });
});

test("F32, P46: too many tools are refused with what to do", () => {
  const many = Array.from({ length: 600 }, (_, n) => ({ ...TOOL, name: `tool_${n}` }));
  expect(read(many)).toMatchObject({
    problem: expect.stringMatching(/more than 100 tools: make two packs/),
  });
});

test("a pack without tools.json has none", () => {
  expect(readToolsJson(readTree(FILES))).toBeUndefined();
});

describe("P43: what is wrong is named", () => {
  test.each([
    [[], "tools"],
    [[{ ...TOOL, name: "a b" }], "tools.0.name"],
    [[TOOL, TOOL], "tools.1.name"],
    [[{ ...TOOL, surprise: 1 }], "tools.0"],
    [[{ ...TOOL, inputSchema: { type: "string" } }], "tools.0.inputSchema"],
    [[{ ...TOOL, inputSchema: { type: "object", $ref: "#/nowhere" } }], "tools.0.inputSchema"],
    [[{ ...TOOL, exec: { command: "{{file}}" } }], "tools.0.exec"],
    [[{ ...TOOL, exec: { command: "node", args: ["{{other}}"] } }], "tools.0.exec"],
    [[{ ...TOOL, exec: { command: "node", args: ["{{pack_root}}/gone.mjs"] } }], "tools.0.exec"],
    [[{ ...TOOL, exec: { command: "node", args: [SECRET] } }], "tools.0.exec"],
    [
      [{ ...TOOL, exec: { command: "node", env: { NODE_OPTIONS: "x" } } }],
      "tools.0.exec.env.NODE_OPTIONS",
    ],
    [[{ ...TOOL, exec: { command: "ls | wc", shell: true } }], "tools.0.exec.shell"],
    [[{ ...TOOL, exec: { command: "node", timeout_s: 1e9 } }], "tools.0.exec.timeout_s"],
  ])("%j", (tools, field) => {
    expect(read(tools as JsonValue)).toMatchObject({
      field,
      problem: expect.stringMatching(/^"tools\.json" cannot be used: .+\.$/),
    });
  });

  test.each(["", "{", "[]", "null", '{"tools": {}}', '{"tools": [], "__proto__": {}}'])(
    "%j",
    (text) => {
      const tree = readTree({ ...FILES, "tools.json": text });
      expect(readToolsJson(tree)).toMatchObject({
        problem: expect.stringContaining("cannot be used"),
      });
    },
  );
});
