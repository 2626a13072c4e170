import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { mergeSorted } from "./merge-sorted.ts";

test("has what both have, in the order of the keys", () => {
  const name = fc.stringMatching(/^[a-z_]{1,8}$/).filter((key) => key !== "__proto__");
  const object = fc.dictionary(name, fc.integer());
  const sorted = (value: object) => Object.fromEntries(Object.entries(value).sort(byKey));
  fc.assert(
    fc.property(object, object, (a, b) => {
      const others = Object.entries(b).filter(([key]) => !Object.hasOwn(a, key));
      const merged = mergeSorted(sorted(a), sorted(Object.fromEntries(others)));
      expect(merged).toEqual({ ...a, ...Object.fromEntries(others) });
      expect(JSON.stringify(merged)).toBe(canonicalJson(merged));
    }),
  );
});

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
