import { expect, test } from "vitest";
import { block } from "./block.ts";
import { shorten } from "./shorten.ts";

test("A95: a long value keeps head and tail and says its size", () => {
  expect(shorten("abcdefghij", 4)).toBe("ab …[6 of 10 characters not shown]… ij");
  expect(shorten("abcd", 4)).toBe("abcd");
});

test("A96: every line of a foreign text is indented, so it cannot pass for one of ours", () => {
  expect(block("one\r\nTo run it:  capstan\n\tx", 100)).toEqual([
    "  one",
    "  To run it:  capstan",
    "      x",
  ]);
});
