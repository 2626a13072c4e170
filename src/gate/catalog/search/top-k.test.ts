import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createTopK } from "./top-k.ts";

test("C13: the best are those that sorting everything gives", () => {
  const items = fc.uniqueArray(fc.integer());
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 12 }), (all, limit) => {
      const best = createTopK(limit, (a, b) => a > b);
      for (const item of all) best.offer(item);
      expect(best.drain()).toEqual(all.toSorted((a, b) => b - a).slice(0, limit));
    }),
  );
});
