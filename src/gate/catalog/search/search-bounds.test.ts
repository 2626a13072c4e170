import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../test/code-point.ts";
import { makeTool } from "../../../testing/make-tool.ts";
import { createToolIndex } from "./tool-index.ts";

const indexOf = (...names: string[]) => createToolIndex(names.map((name) => makeTool({ name })));
const namesIn = (found: ReturnType<ReturnType<typeof indexOf>["search"]>) =>
  found.map(({ tool }) => tool.name);

describe("C13: the order", () => {
  test("C13: is by tool id among equals, however the tools came", () => {
    const names = ["fetch_d", "fetch_b", "fetch_a", "fetch_c"];
    const sorted = names.toSorted();
    expect(namesIn(indexOf(...names).search("fetch"))).toEqual(sorted);
    expect(namesIn(indexOf(...names.toReversed()).search("fetch", 2))).toEqual(sorted.slice(0, 2));
  });

  test("C13: has the better score first, between 0 and 1 unless a tool is named", () => {
    const found = indexOf("read_file", "read_mail", "other").search("read a file");
    expect(namesIn(found)).toEqual(["read_file", "read_mail"]);
    for (const { score } of found) expect(score).toSatisfy((it: number) => it > 0 && it < 1);
    expect(indexOf("read_file").search("read_file")[0]?.score).toBeGreaterThan(1);
  });
});

describe("C13: a search is bounded", () => {
  test.each([0, -1, Number.NaN])("C13: a limit of %d finds nothing", (limit) => {
    expect(indexOf("read").search("read", limit)).toEqual([]);
  });

  test("C13: ten are found unless told otherwise", () => {
    const index = indexOf(...Array.from({ length: 30 }, (_, n) => `read_${n + 10}`));
    expect(index.search("read")).toHaveLength(10);
    expect(index.search("read", Number.POSITIVE_INFINITY)).toHaveLength(30);
  });

  test("C13: what stands after 500 characters of a query is not read", () => {
    const index = indexOf("read_file");
    expect(index.search(`${" ".repeat(490)}read`)).toHaveLength(1);
    expect(index.search(`${" ".repeat(500)}read`)).toEqual([]);
  });

  test("C13: no query and no tool is an error", () => {
    const texts = fc.array(fc.string({ unit: codePoint, maxLength: 600 }), { maxLength: 5 });
    fc.assert(
      fc.property(texts, fc.string({ unit: codePoint, maxLength: 600 }), (names, query) => {
        expect(indexOf(...names).search(query).length).toBeLessThanOrEqual(names.length);
      }),
    );
    expect(createToolIndex([]).search("anything")).toEqual([]);
  });
});

describe("C13: a tool is found by its full name", () => {
  test.each(["the", "++", "x", "水", "__proto__", "constructor", "hasOwnProperty"])(
    "C13: also when it is %j",
    (name) => {
      expect(namesIn(indexOf("read_file", name, "other").search(name))[0]).toBe(name);
    },
  );

  test("C13: and by its id", () => {
    expect(namesIn(indexOf("a_read", "read").search("builtin:eyes:read"))[0]).toBe("read");
  });

  test("C13: whatever the others are called, within the first three", () => {
    const word = fc.constantFrom("read", "file", "Read", "the", "_", " ", "é", "__proto__", "1");
    const name = fc
      .oneof(
        fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join("")),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
      )
      .filter((it) => it.trim() !== "");
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 30 }), (names) => {
        const index = indexOf(...names);
        for (const wanted of names) expect(namesIn(index.search(wanted, 3))).toContain(wanted);
      }),
    );
  });
});
