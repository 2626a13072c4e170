import { expect, test } from "vitest";
import { Page } from "./page.ts";

test.each([
  { query: {}, page: { limit: 50, offset: 0 } },
  { query: { limit: "7", offset: "3" }, page: { limit: 7, offset: 3 } },
  { query: { limit: 7, offset: 3 }, page: { limit: 7, offset: 3 } },
  { query: { limit: "0" }, page: { limit: 0, offset: 0 } },
  { query: { limit: "2000" }, page: { limit: 2_000, offset: 0 } },
  { query: { limit: "2001" }, page: { limit: 2_000, offset: 0 } },
  { query: { limit: "999999999999" }, page: { limit: 2_000, offset: 0 } },
  { query: { offset: "5000" }, page: { limit: 50, offset: 5_000 } },
])("X27: $query asks for $page", ({ query, page }) => {
  expect(Page.parse(query)).toEqual(page);
});

test.each(["limit", "offset"])(
  "X27: %s is a whole number from 0, whatever else is refused",
  (field) => {
    for (const value of ["-1", -1, "1.5", 1.5, "ten", "", " ", "1e3", "0x10", "NaN", "Infinity"]) {
      const result = Page.safeParse({ [field]: value });
      expect(result.success, JSON.stringify(value)).toBe(false);
      expect(result.error?.issues[0]?.path).toEqual([field]);
    }
  },
);

test.each([{ value: null }, { value: true }, { value: [] }, { value: {} }])(
  "X27: $value is not a number",
  ({ value }) => {
    expect(Page.safeParse({ limit: value }).success).toBe(false);
    expect(Page.safeParse({ offset: value }).success).toBe(false);
  },
);
