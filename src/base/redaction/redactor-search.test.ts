import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { runs } from "../../../test/runs.ts";
import { merge } from "./redactor-ranges.ts";
import { createSearch } from "./redactor-search.ts";

/** Every place of every needle, the slow way. */
function everywhere(text: string, needles: readonly string[]) {
  return needles.flatMap((needle) =>
    Array.from(text, (_, start) => ({ start, end: start + needle.length })).filter(({ start }) =>
      text.startsWith(needle, start),
    ),
  );
}

describe("the search for many texts at once", () => {
  test("finds what the slow search finds, also where occurrences overlap", () => {
    const letters = fc.constantFrom("a", "b", "ä");
    const needle = fc.string({ unit: letters, minLength: 6, maxLength: 9 });
    const needles = fc.array(needle, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(needles, fc.string({ unit: letters, maxLength: 60 }), (wanted, text) => {
        const found = merge(createSearch(wanted)(text)).map(({ start, end }) => [start, end]);
        const all = merge(everywhere(text, wanted)).map(({ start, end }) => [start, end]);
        expect(found).toEqual(all);
      }),
      runs(600, 3_000),
    );
  });

  test("at the very beginning and the very end", () => {
    expect(createSearch(["needle"])("needle needle")).toEqual([
      { start: 0, end: 6 },
      { start: 7, end: 13 },
    ]);
    expect(createSearch(["needle"])("needl")).toEqual([]);
    expect(createSearch(["needles"])("a needle")).toEqual([]);
  });

  test("a long needle is found where it was cut off, as far as it goes", () => {
    const needle = Array.from({ length: 40 }, (_, n) => `line ${n};`).join("");
    const search = createSearch([needle]);
    expect(search(`a ${needle} b`)).toEqual([{ start: 2, end: 2 + needle.length }]);
    expect(search(`a ${needle.slice(0, 100)}… b`)).toEqual([{ start: 2, end: 102 }]);
    expect(search(`a ${needle.slice(0, 63)}… b`)).toEqual([]);
  });

  test("A108: a text that almost matches everywhere takes linear time", () => {
    const needle = "abc".repeat(20_000);
    const text = `${"abc".repeat(300_000)}x`;
    const started = cpuMs();
    expect(merge(createSearch([needle])(text))).toMatchObject([{ start: 0, end: text.length - 1 }]);
    expect(cpuMs() - started).toBeLessThan(2_000);
  });
});
