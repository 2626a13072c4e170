import { expect, test } from "vitest";
import * as z from "zod";
import { commaList, flag, waitMs } from "./query.ts";

test.each([
  { text: "LOW", list: ["LOW"] },
  { text: "LOW,HIGH", list: ["LOW", "HIGH"] },
  { text: "LOW,,HIGH,", list: ["LOW", "HIGH"] },
  { text: "", list: [] },
])("$text is the list $list", ({ text, list }) => {
  expect(commaList(z.enum(["LOW", "HIGH"])).parse(text)).toEqual(list);
});

test("each part of a list is checked", () => {
  expect(commaList(z.enum(["LOW", "HIGH"])).safeParse("LOW,low").success).toBe(false);
});

test("a flag is true or false, and nothing else", () => {
  expect([flag.parse("true"), flag.parse("false")]).toEqual([true, false]);
  for (const text of ["", "1", "TRUE", "yes"]) expect(flag.safeParse(text).success).toBe(false);
});

test.each([
  { text: "0", ms: 0 },
  { text: "1500", ms: 1_500 },
  { text: "60000", ms: 60_000 },
  { text: "60001", ms: 60_000 },
  { text: "999999999", ms: 60_000 },
])("a caller that waits $text ms waits $ms", ({ text, ms }) => {
  expect(waitMs.parse(text)).toBe(ms);
});

test.each(["", "-1", "1.5", "soon", "Infinity"])("%j is no time to wait", (text) => {
  expect(waitMs.safeParse(text).success).toBe(false);
});
