import { expect, test } from "vitest";
import { createBoundedMap } from "./bounded-map.ts";

test("what was not used for longest goes first", () => {
  const map = createBoundedMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
  expect(map.dropOldest()).toBe(1);
});

test("an entry set again takes no second place", () => {
  const map = createBoundedMap<string, number>(2);
  for (const value of [1, 2, 3]) map.set("a", value);
  map.set("b", 4);
  expect([map.get("a"), map.get("b")]).toEqual([3, 4]);
});
