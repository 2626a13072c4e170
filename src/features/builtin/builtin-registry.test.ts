import { describe, expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import { sourceContract } from "../../testing/source-contract.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";
import { createBuiltinRegistry, shippedCapabilities } from "./builtin-registry.ts";
import { noop } from "./noop.ts";

const BUILTINS = shippedCapabilities({
  web: { request: () => Promise.reject(new Error("There is no web in this test.")) },
  webFetch: { firstByteMs: 1_000, bodyMs: 30_000, maxBytes: 500_000 },
  searchUrl: null,
});

sourceContract("the built-in registry", async () => createBuiltinRegistry(BUILTINS));

const listOf = (registry: ReturnType<typeof createBuiltinRegistry>) =>
  registry.list(new AbortController().signal);

const idsIn = async (registry: ReturnType<typeof createBuiltinRegistry>) =>
  (await listOf(registry)).map(({ id }) => id);

test("E5, E14: the registry starts with the built-ins, in the order in which they ship", async () => {
  const ten = [
    ...["noop", "current_time", "research", "sandbox", "session_file_system"],
    ...["test_math", "test_weather", "stateless_todo_list", "web_fetch", "calculator"],
  ];
  expect(await idsIn(createBuiltinRegistry(BUILTINS))).toEqual(ten);
  expect(BUILTINS.map(({ id }) => id)).toEqual(ten);
});

test("E14: the registry can start empty and takes what is registered", async () => {
  const registry = createBuiltinRegistry([]);
  expect(await listOf(registry)).toEqual([]);
  registry.register(noop);
  registry.register({ ...noop, id: "mine", name: "Mine" });
  expect(await idsIn(registry)).toEqual(["noop", "mine"]);
});

test("E14: the registry refuses an id that is taken, and keeps the first", async () => {
  const registry = createBuiltinRegistry([noop]);
  const impostor = { ...noop, name: "Impostor" };
  expect(() => registry.register(impostor)).toThrow(
    expect.objectContaining({
      code: "SETTINGS_INVALID",
      message: expect.stringContaining('"noop"'),
    }),
  );
  expect((await listOf(registry)).map(({ name }) => name)).toEqual(["No-op"]);
});

test("E14: the registry refuses two of one id to start with", () => {
  expect(() => createBuiltinRegistry([noop, noop])).toThrow('"noop"');
});

test.each(["__proto__", "constructor", "toString"])(
  "E14: %s is an id like any other",
  async (id) => {
    const registry = createBuiltinRegistry([]);
    registry.register({ ...noop, id });
    expect(await idsIn(registry)).toEqual([id]);
  },
);

test("E10: there is a built-in behind every id, and an id for each of the nine", () => {
  const beside = ["calculator"];
  const ids = [...Object.values(BUILTIN_IDS), ...beside];
  expect(BUILTINS.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test("E12: all of them work", () => {
  expect(BUILTINS.filter(({ status }) => status !== "available")).toEqual([]);
});

const tools = BUILTINS.flatMap((builtin) => described(builtin).tools);

test("E3: the tools of the built-ins are these", () => {
  expect(tools.map(({ toolId }) => toolId)).toEqual([
    "builtin:current_time:get_current_time",
    "builtin:research:start_research",
    "builtin:research:add_note",
    "builtin:research:search_notes",
    "builtin:research:research_outline",
    "builtin:research:web_search",
    "builtin:sandbox:execute_code",
    "builtin:session_file_system:read_file",
    "builtin:session_file_system:write_file",
    "builtin:session_file_system:edit_file",
    "builtin:session_file_system:list_directory",
    "builtin:session_file_system:grep_files",
    "builtin:session_file_system:delete_file",
    "builtin:session_file_system:stat_file",
    "builtin:session_file_system:move_file",
    "builtin:session_file_system:copy_file",
    "builtin:test_math:add",
    "builtin:test_math:subtract",
    "builtin:test_math:multiply",
    "builtin:test_math:divide",
    "builtin:test_weather:get_weather",
    "builtin:test_weather:get_forecast",
    "builtin:stateless_todo_list:write_todos",
    "builtin:web_fetch:web_fetch",
    "builtin:calculator:calculate",
  ]);
});

describe.each(tools)("the examples of $toolId", ({ examples, inputSchema }) => {
  test("E3: are several, and no two alike", () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
    expect(new Set(examples.map((text) => text.toLowerCase())).size).toBe(examples.length);
  });

  test("E3: have only inputs as slots, and each input that is required", () => {
    const slots = examples.flatMap((text) =>
      [...text.matchAll(/\{([^}]*)\}/g)].map(([, it]) => it),
    );
    const { properties = {}, required = [] } = inputSchema;
    expect(Object.keys(properties as object)).toEqual(expect.arrayContaining(slots));
    expect(slots).toEqual(expect.arrayContaining(required as string[]));
  });
});
