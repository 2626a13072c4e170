import { describe, expect, test } from "vitest";
import { createAnswerText } from "./answer-text.ts";

/** What a terminal shows of an answer that comes in these pieces. */
function shown(pieces: readonly string[], width: number | undefined, hasColour = false): string {
  let screen = "";
  const write = (text: string | Uint8Array) => {
    screen += text;
  };
  const answer = createAnswerText({ write, hasColour, width });
  for (const piece of pieces) answer.piece(piece);
  answer.end();
  return screen;
}

const TEXT = "## Found\nIt is **very old**, and\n    so on: one two three\n- a\n\n2**3 **b**.";

describe("F72, F74: an answer in a terminal", () => {
  test("breaks between words, keeps its margin and shows no marks, in whatever pieces it comes", () => {
    const expected =
      "  Found\n  It is very old,\n  and\n      so on: one\n  two three\n  - a\n\n  2**3 b.\n";
    expect(shown([TEXT], 18)).toBe(expected);
    expect(shown([...TEXT], 18)).toBe(expected);
  });

  test("has bold words where colours are wanted", () => {
    expect(shown(["a **b** c"], 40, true)).toBe("  a \u001b[1mb\u001b[0m c\n");
  });

  test("A96: a word longer than a line keeps the margin", () => {
    expect(shown(["x".repeat(20)], 12)).toBe(`  ${"x".repeat(10)}\n  ${"x".repeat(10)}\n`);
  });

  test("code between fences keeps its marks", () => {
    expect(shown(["```\n**a**\n```\n**b**"], 40)).toBe("  ```\n  **a**\n  ```\n  b\n");
  });

  test("a pipe gets it as it was written", () => {
    expect(shown([TEXT], undefined)).toBe(`${TEXT.replace(/^(?=.)/gm, "  ")}\n`);
  });
});
