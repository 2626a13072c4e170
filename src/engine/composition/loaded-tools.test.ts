import { expect, test } from "vitest";
import { makeMessage } from "../../testing/fixtures.ts";
import { loadedTools, SEARCH_TOOLS } from "./loaded-tools.ts";

const answer = (content: string, toolId = SEARCH_TOOLS) =>
  makeMessage({ role: "tool", toolId, content });
const found = (...ids: unknown[]) => JSON.stringify({ tools: ids.map((id) => ({ tool_id: id })) });

test("P46: what is found again is as new as what is found now", () => {
  expect(loadedTools([answer(found("a", "b")), answer(found("c", "a"))])).toEqual(["b", "c", "a"]);
  expect(loadedTools([answer(found("a", "a"))])).toEqual(["a"]);
});

test.each([
  "",
  "null",
  "7",
  "[]",
  "{",
  '{"tools":null}',
  '{"tools":{"tool_id":"a"}}',
  '{"tools":[null,7,"a",["a"],{},{"tool_id":7}]}',
  '{"state":"failed","error":{"code":"X","message":"tools"}}',
])("X16: %s names no tool", (content) => {
  expect(loadedTools([answer(content)])).toEqual([]);
});

test("X16: only answers of search_tools count, whoever quotes one", () => {
  const content = found("a");
  expect(loadedTools([answer(content, "mcp:evil:search_tools")])).toEqual([]);
  for (const role of ["user", "assistant"] as const) {
    expect(loadedTools([makeMessage({ role, toolId: SEARCH_TOOLS, content })])).toEqual([]);
  }
});
