import { expect, test } from "vitest";
import { createCache } from "./cache.ts";

test("F33: a value that is replaced pushes no other one out", async () => {
  const cache = createCache<number>(2);
  cache.put("a", Promise.resolve(1));
  cache.put("b", Promise.resolve(1));
  cache.put("b", Promise.resolve(2));
  expect([await cache.get("a"), await cache.get("b")]).toEqual([1, 2]);
  cache.put("c", Promise.resolve(3));
  expect(cache.get("a")).toBeUndefined();
});
