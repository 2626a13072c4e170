import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test.each([
  ["mail", "mail", 2, 0],
  ["emial", "email", 2, 1],
  ["wether", "weather", 2, 1],
  ["imaage", "image", 2, 1],
  ["resise", "resize", 2, 1],
  ["kitten", "sitting", 3, 3],
  ["kitten", "sitting", 2, 3],
  ["a", "abcdef", 2, 3],
])("C13: from %j to %j within %i is %i", (a, b, limit, distance) => {
  expect(editDistance(a, b, limit)).toBe(distance);
  expect(editDistance(b, a, limit)).toBe(distance);
});
