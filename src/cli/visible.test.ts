import { describe, expect, test } from "vitest";
import { visible, visibleJson } from "./visible.ts";

describe("visible", () => {
  test.each([
    { name: "A93: a colour sequence", text: "\u001b[31mred", expected: "\\u{1b}[31mred" },
    {
      name: "A93: an OSC 8 link",
      text: "\u001b]8;;http://x\u0007",
      expected: "\\u{1b}]8;;http://x\\u{7}",
    },
    { name: "A93: a one-byte CSI", text: "\u009b2J", expected: "\\u{9b}2J" },
    { name: "A93: carriage return and backspace", text: "a\rb\b", expected: "a\\u{d}b\\u{8}" },
    { name: "a line break", text: "a\nb", expected: "a\\u{a}b" },
    { name: "A94: a bidi override", text: "\u202etxt.exe", expected: "\\u{202e}txt.exe" },
    { name: "A94: a zero-width space", text: "ad\u200bmin", expected: "ad\\u{200b}min" },
    { name: "A94: a tag character", text: "x\u{e0041}", expected: "x\\u{e0041}" },
    { name: "A94: a variation selector", text: "x\u{e0100}", expected: "x\\u{e0100}" },
    { name: "a line separator", text: "a\u2028b", expected: "a\\u{2028}b" },
    { name: "a lone surrogate", text: "a\ud800b", expected: "a\\u{d800}b" },
    {
      name: "ordinary text in any script, unchanged",
      text: "Grüße 你好 🙂",
      expected: "Grüße 你好 🙂",
    },
  ])("shows $name", ({ text, expected }) => {
    expect(visible(text)).toBe(expected);
    expect(visible(visible(text))).toBe(expected);
  });

  test("escapes inside JSON without changing its value", () => {
    const value = { text: "\u009b2J \u202e \u{e0041} ü" };
    const json = visibleJson(JSON.stringify(value));
    expect(json).toBe('{"text":"\\u009b2J \\u202e \\udb40\\udc41 ü"}');
    expect(JSON.parse(json)).toEqual(value);
  });
});
