import { expect, test } from "vitest";
import { BUILTIN_IDS, builtinIds, capabilityId } from "./builtin-ids.ts";

test("E10: the nine ids are constants", () => {
  expect(BUILTIN_IDS).toEqual({
    noop: "noop",
    currentTime: "current_time",
    research: "research",
    sandbox: "sandbox",
    fileSystem: "session_file_system",
    testMath: "test_math",
    testWeather: "test_weather",
    statelessTodoList: "stateless_todo_list",
    webFetch: "web_fetch",
  });
});

test("E11: there is one factory for each id", () => {
  const made = Object.entries(builtinIds).map(([name, make]) => [name, make()]);
  expect(Object.fromEntries(made)).toEqual(BUILTIN_IDS);
});

test.each(["web_fetch", "mcp:disk", "x", "é".repeat(128)])(
  "E9, E11: %s is an id, whether it ships or not",
  (id) => {
    expect(capabilityId(id)).toBe(id);
  },
);

test.each(["", "x".repeat(129)])("E9, E11: %j is no id", (id) => {
  expect(() => capabilityId(id)).toThrow(expect.objectContaining({ code: "SETTINGS_INVALID" }));
});
