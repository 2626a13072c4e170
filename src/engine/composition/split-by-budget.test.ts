import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Tool } from "../../schema/tool.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { splitByBudget } from "./split-by-budget.ts";

const search = makeTool({ sourceId: "tool_search", name: "search_tools" });
const tools = Array.from({ length: 12 }, (_, n) => makeTool({ name: `t${n}` }));
const idOf = (n: number) => `builtin:eyes:t${n}`;
const names = (some: readonly Tool[]) => some.map(({ name }) => name).join(" ");

/** Every tool costs 10 tokens, `t9` 1,000. */
const estimate = ({ name }: Tool) => (name === "t9" ? 1_000 : 10);

function split(budget: { maxTools?: number; maxTokens?: number }, found: number[] = []) {
  const { firm, loaded, deferred } = splitByBudget(tools, {
    budget: { maxTools: 1_000, maxTokens: 1_000_000, ...budget },
    found: found.map(idOf),
    searchTool: search,
    estimate,
  });
  return { firm: names(firm), loaded: names(loaded), deferred: names(deferred) };
}

describe("a budget", () => {
  test.each([
    { maxTools: 7, firm: "search_tools t0 t1 t2" },
    { maxTools: 3, firm: "search_tools t0" },
    { maxTools: 2, firm: "search_tools" },
    { maxTools: 1, firm: "search_tools" },
    { maxTools: 0, firm: "" },
  ])("P46: of $maxTools tools keeps the first of them: $firm", ({ maxTools, firm }) => {
    expect(split({ maxTools }).firm).toBe(firm);
  });

  test("P46: of tokens keeps the first of them, and none behind one that is too large", () => {
    expect(split({ maxTokens: 70 }).firm).toBe("search_tools t0 t1 t2");
    expect(split({ maxTokens: 1_000 }).deferred).toBe("t9 t10 t11");
  });

  test("P46: is used up where nothing can be found, since nothing has to find room", () => {
    const { firm } = splitByBudget(tools, {
      budget: { maxTools: 7, maxTokens: 1_000 },
      found: [],
      searchTool: undefined,
      estimate,
    });
    expect(names(firm)).toBe("t0 t1 t2 t3 t4 t5 t6");
  });

  test("P46: that is met to the last tool and token defers nothing", () => {
    expect(split({ maxTools: 12, maxTokens: 1_110 }).deferred).toBe("");
    expect(split({ maxTools: 12, maxTokens: 1_109 }).deferred).not.toBe("");
    expect(split({ maxTools: 11, maxTokens: 1_110 }).deferred).not.toBe("");
  });
});

describe("what was found", () => {
  test("P46: comes last, in the order it was found, and the beginning stays", () => {
    expect(split({ maxTools: 7 }, [8, 5])).toEqual({
      firm: "search_tools t0 t1 t2",
      loaded: "t8 t5",
      deferred: "t3 t4 t6 t7 t9 t10 t11",
    });
  });

  test("P46: makes room by its oldest", () => {
    expect(split({ maxTools: 7 }, [4, 5, 6, 7]).loaded).toBe("t5 t6 t7");
    expect(split({ maxTokens: 70 }, [4, 5, 6, 7]).loaded).toBe("t5 t6 t7");
  });

  test("P46: and is too large for any room keeps no other out", () => {
    expect(split({ maxTokens: 70 }, [4, 9]).loaded).toBe("t4");
  });

  test("P46: is not sent twice, nor what the agent does not have", () => {
    expect(split({ maxTools: 7 }, [0, 99, 5, 5])).toMatchObject({ loaded: "t5" });
  });
});

test("P46: nothing is lost, sent twice, or over the budget, whatever the numbers", () => {
  const number = fc.nat(14);
  fc.assert(
    fc.property(
      number,
      fc.nat(140),
      fc.array(number),
      fc.boolean(),
      (maxTools, tokens, ids, can) => {
        const maxTokens = tokens + 10;
        const { firm, loaded, deferred } = splitByBudget(tools, {
          budget: { maxTools, maxTokens },
          found: ids.map(idOf),
          searchTool: can ? search : undefined,
          estimate,
        });
        const all = [...firm, ...loaded, ...deferred].filter((tool) => tool !== search);
        expect(new Set(all)).toEqual(new Set(tools));
        expect(all).toHaveLength(tools.length);
        const sent = [...firm, ...loaded];
        expect(sent.length).toBeLessThanOrEqual(maxTools);
        expect(sent.reduce((sum, tool) => sum + estimate(tool), 0)).toBeLessThanOrEqual(maxTokens);
      },
    ),
  );
});
