import { expect, test } from "vitest";
import { labelledRequests } from "../../../../bench/data/requests.ts";
import { labelledTools } from "../../../../bench/data/tools.ts";
import { createToolIndex } from "./tool-index.ts";

const tools = labelledTools();
const requests = labelledRequests();
const index = createToolIndex(tools);

test("C13: every label names a tool that exists", () => {
  const ids = new Set(tools.map(({ toolId }) => toolId));
  expect(requests.flatMap(({ toolIds }) => toolIds).filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.size).toBeGreaterThanOrEqual(300);
  expect(requests.length).toBeGreaterThanOrEqual(200);
});

test.each([
  { first: 1, atLeast: 0.75 },
  { first: 5, atLeast: 0.9 },
])("C13: for $atLeast of the requests a right tool is among the first $first", (goal) => {
  const answered = requests.filter(({ text, toolIds }) =>
    index.search(text, goal.first).some(({ tool }) => toolIds.includes(tool.toolId)),
  );
  expect(answered.length / requests.length).toBeGreaterThanOrEqual(goal.atLeast);
});
