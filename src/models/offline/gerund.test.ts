import { expect, test } from "vitest";
import { gerundOf } from "./gerund.ts";

test.each([
  ["buy milk", "Buying milk"],
  ["write the report", "Writing the report"],
  ["run tests", "Running tests"],
  ["painting the fence", "Painting the fence"],
  ["see Bob", "Seeing Bob"],
  ["2 eggs", "2 eggs"],
])("E44: an order is told while it goes on: %s", (order, doing) => {
  expect(gerundOf(order)).toBe(doing);
});
