import { describe, expect, test } from "vitest";
import { renderLine } from "./line.ts";
import { markdownLines } from "./markdown-lines.ts";

const TEXT = [
  "## What was found ##",
  "It is **very old**: see [the page](https://h.example/a).",
  "* one",
  "```js",
  "const a = **b**;",
  "```",
].join("\n");

const shown = (text: string, width: number | undefined, color = false) =>
  markdownLines(text, { width }, "  ").map((line) => renderLine(line, color));

describe("F74: Markdown in a terminal", () => {
  test("is shown without its marks, code as it is", () => {
    expect(shown(TEXT, 80)).toEqual([
      "  What was found",
      "  It is very old: see the page (https://h.example/a).",
      "  - one",
      "  const a = **b**;",
    ]);
    expect(shown(TEXT, 80, true)[1]).toContain("\u001b[1mvery old\u001b[0m");
  });

  test("is left as it was written in a pipe", () => {
    expect(shown(TEXT, undefined)).toEqual(TEXT.split("\n").map((line) => `  ${line}`));
  });

  test.each(["2**3**4", "__init__.py", "a ** b ** c", "[x] done", "**open"])(
    "%s is no Markdown",
    (text) => {
      expect(shown(text, 80)).toEqual([`  ${text}`]);
    },
  );

  test("a link never hides where it leads, and a mark brings no colour of its own", () => {
    expect(shown("[https://good.example](https://bad.example)", 80)).toEqual([
      "  https://good.example (https://bad.example)",
    ]);
    expect(shown("**\u001b[31mred**", 80, true)).toEqual(["  \u001b[1m\\u{1b}[31mred\u001b[0m"]);
  });
});
