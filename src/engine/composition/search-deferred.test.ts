import { expect, test } from "vitest";
import { makeTool } from "../../testing/make-tool.ts";
import { searchDeferred } from "./search-deferred.ts";

const tools = Array.from({ length: 100 }, (_, n) => makeTool({ name: `t${n}` }));
const hits = tools.map((tool) => ({ tool, score: 1 }));
const search = (_query: string, limit: number) => hits.slice(0, limit);
const at = (...places: number[]) => places.flatMap((n) => tools[n] ?? []);

const found = (limit: number, deferred: number[], loaded: number[] = []) => {
  const agent = { deferred: at(...deferred), loaded: at(...loaded) };
  const answer = searchDeferred(agent, search, "anything", limit);
  return { names: answer.tools.map(({ name }) => name).join(" "), total: answer.total_deferred };
};

test("P46: search_tools answers with tools of this agent alone, best first", () => {
  expect(found(5, [90, 3], [40])).toEqual({ names: "t3 t40 t90", total: 2 });
  expect(found(2, [90, 3], [40])).toEqual({ names: "t3 t40", total: 2 });
  expect(found(5, [])).toEqual({ names: "", total: 0 });
  expect(found(0, [1])).toEqual({ names: "", total: 1 });
});

test("X4: it names a tool as the model will have to call it", () => {
  const deferred = at(7).map((tool) => ({ ...tool, wireName: "eyes__t7" }));
  expect(searchDeferred({ deferred, loaded: [] }, search, "seven", 1)).toEqual({
    tools: [{ tool_id: "builtin:eyes:t7", name: "eyes__t7", description: "Looks at something." }],
    total_deferred: 1,
  });
});
