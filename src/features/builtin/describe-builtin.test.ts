import { describe, expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import type { Tool } from "../../schema/tool.ts";
import type { BuiltinCapability, BuiltinTool } from "../builtin-capability.ts";

const erase: BuiltinTool = {
  name: "erase",
  description: "Erases a file.",
  examples: ["erase {path}"],
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  outputSchema: { type: "object", properties: { erased: { type: "boolean" } } },
  riskLevel: "HIGH",
  sideEffectTags: ["fs.delete"],
  behaviour: { idempotent: true, timeoutMs: 5_000 },
  run: () => ({ erased: true }),
};

const files: BuiltinCapability = {
  id: "files",
  name: "Files",
  description: "Works with files.",
  status: "available",
  version: "2.1.0",
  systemPrompt: "You can erase.",
  icon: "folder",
  category: "File Operations",
  tools: [erase],
};

function describeTool(
  tool: Partial<BuiltinTool> = {},
  capability: Partial<BuiltinCapability> = {},
): Tool {
  const [whole] = described({
    ...files,
    tools: [{ ...erase, ...tool }],
    ...capability,
  }).tools;
  if (!whole) throw new Error("The capability has no tool.");
  return whole;
}

test("C8, X1, X2, X3: a tool says everything that a caller has to know of it", () => {
  expect(describeTool()).toEqual({
    toolId: "builtin:files:erase",
    name: "erase",
    wireName: "erase",
    description: "Erases a file.",
    examples: ["erase {path}"],
    inputSchema: erase.inputSchema,
    outputSchema: erase.outputSchema,
    riskLevel: "HIGH",
    riskReasons: ["Files ships with its host and declares HIGH."],
    sideEffectTags: ["fs.delete"],
    behaviour: { readOnly: false, idempotent: true, dryRun: false, timeoutMs: 5_000 },
    sourceType: "builtin",
    sourceId: "files",
    capabilityId: "files",
    trust: "builtin",
    version: "2.1.0",
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    enabled: true,
  });
});

test("E13, X1, X2: a capability keeps its bare id and names its tools", () => {
  expect(described(files).capability).toEqual({
    id: "files",
    name: "Files",
    description: "Works with files.",
    status: "available",
    kind: "builtin",
    version: "2.1.0",
    systemPrompt: "You can erase.",
    icon: "folder",
    category: "File Operations",
    tools: ["builtin:files:erase"],
  });
});

test("E66, E67: a capability says what it needs and what can be configured", () => {
  const dependencies = ["current_time@^1.0.0"];
  const configSchema = { type: "object" };
  const { capability } = described({ ...files, dependencies, configSchema });
  expect(capability).toMatchObject({ dependencies, configSchema });
});

test("E13: id, name, description and status are enough; the rest is empty", () => {
  const bare = { id: "bare", name: "Bare", description: "Nothing.", status: "draft" } as const;
  expect(described(bare)).toStrictEqual({
    capability: { ...bare, kind: "builtin", version: "1.0.0", tools: [] },
    tools: [],
  });
});

test("C8: a tool that says nothing of its behaviour is held to the most careful one", () => {
  const tool: BuiltinTool = {
    name: "do",
    description: "Does.",
    inputSchema: {},
    riskLevel: "MED",
    run: () => null,
  };
  const [whole] = described({ ...files, tools: [tool] }).tools;
  expect(whole).toMatchObject({
    examples: [],
    outputSchema: null,
    sideEffectTags: [],
    behaviour: { readOnly: false, idempotent: false, dryRun: false, timeoutMs: 60_000 },
  });
});

test("X3, C32: a name that no model could take gets a wire name, and keeps its name", () => {
  const tool = describeTool({ name: "erase now" });
  expect(tool).toMatchObject({ name: "erase now", toolId: "builtin:files:erase now" });
  expect(tool.wireName).toMatch(/^erase_now_[0-9a-f]+$/);
});

test.each([
  { status: "available", enabled: true },
  { status: "deprecated", enabled: true },
  { status: "draft", enabled: false },
  { status: "coming_soon", enabled: false },
  { status: "retired", enabled: false },
] as const)(
  "X26: a tool of a capability that is $status is enabled: $enabled",
  ({ status, enabled }) => {
    expect(describeTool({}, { status }).enabled).toBe(enabled);
  },
);

describe("the digest that approvals are bound to", () => {
  test.each<{ what: string; tool?: Partial<BuiltinTool>; capability?: Partial<BuiltinCapability> }>(
    [
      { what: "the description", tool: { description: "Erases a file for good." } },
      { what: "the examples", tool: { examples: [] } },
      { what: "the name", tool: { name: "wipe" } },
      { what: "the input schema", tool: { inputSchema: { ...erase.inputSchema, required: [] } } },
      { what: "the output schema", tool: { outputSchema: { type: "object" } } },
      { what: "the risk", tool: { riskLevel: "LOW" } },
      { what: "the effects", tool: { sideEffectTags: [] } },
      { what: "the behaviour", tool: { behaviour: { ...erase.behaviour, readOnly: true } } },
      { what: "the code", tool: { run: () => null } },
      { what: "the version", capability: { version: "2.1.1" } },
      { what: "the capability", capability: { id: "other_files" } },
    ],
  )("C8: changes with $what", ({ tool, capability }) => {
    expect(describeTool(tool, capability).digest).not.toBe(describeTool().digest);
  });

  test("C8: does not change with the order of keys, or what the host enables", () => {
    const { digest } = describeTool();
    const reordered = Object.fromEntries(Object.entries(erase.inputSchema).reverse());
    expect(Object.keys(reordered)).not.toEqual(Object.keys(erase.inputSchema));
    expect(describeTool({ inputSchema: reordered }).digest).toBe(digest);
    expect(describeTool({}, { status: "coming_soon" }).digest).toBe(digest);
  });
});
