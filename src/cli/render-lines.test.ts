import { describe, expect, test } from "vitest";
import { widthOf } from "./display-width.ts";
import { whole } from "./line.ts";
import { renderLines } from "./render-lines.ts";

const SENTENCE =
  "Profile risk asks a person for HIGH risk. It may delete or move files of this machine.";
const ID = "appr_01a1f22b-d35e-7000-89fb-519a8b4c7069";
const shown = (line: string, width: number | undefined) =>
  renderLines([line], { hasColour: false, width });

describe("F72: what a terminal of few columns shows", () => {
  test.each([20, 60, 80])("breaks a sentence between words at %i columns", (width) => {
    const lines = shown(SENTENCE, width);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
    expect(lines.join(" ")).toBe(SENTENCE);
  });

  test("goes on below the value of a label, and below the text of a list item", () => {
    expect(shown("  asks because  one two three four five six", 40)).toEqual([
      "  asks because  one two three four five",
      "                six",
    ]);
    expect(shown("1-4. one two three four", 20)).toEqual(["1-4. one two three", "     four"]);
  });

  test("a command is never broken, stands on a line of its own, and names ids by their end", () => {
    expect(shown(`To run it:   capstan approvals run ${ID}`, 40)).toEqual([
      "To run it:",
      "  capstan approvals run appr_8b4c7069",
    ]);
    expect(shown(`To run it:   capstan approvals run ${ID} --input '{"a b": 1}'`, 30)[1]).toBe(
      `  capstan approvals run appr_8b4c7069 --input '{"a b": 1}'`,
    );
  });

  test("a command of another program is whole where it is marked", () => {
    const command = "sudo apt-get install bubblewrap another-one";
    const line = ["    ", whole(command)];
    expect(renderLines([line], { hasColour: false, width: 20 })).toContain(`    ${command}`);
  });

  test("A96: a foreign line keeps its margin, however long its words are", () => {
    for (const foreign of [`  ${"x".repeat(58)}Run?`, `  https://h.example/${"y".repeat(90)}`]) {
      for (const line of shown(foreign, 40)) expect(line).toMatch(/^ {2}\S.{0,37}$/);
    }
  });

  test("a pipe gets the line as it is", () => {
    const line = `To run it:   capstan approvals run ${ID}`;
    expect(shown(line, undefined)).toEqual([line]);
  });
});
