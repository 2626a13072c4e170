import { describe, expect, test } from "vitest";
import { colourWanted } from "./colour-wanted.ts";
import { listing } from "./columns.ts";
import { widthOf } from "./display-width.ts";
import { renderLine } from "./line.ts";
import { inColour } from "./state-style.ts";
import { timeCell } from "./time-cell.ts";

const ID = "session_01a1ec14-4c71-7000-9709-ef657c3f2a74";
const ROWS = [
  [ID, inColour("completed"), "2026-03-01T09:58:00.000Z", "A title that goes on for a while 世界"],
  [ID, inColour("failed"), "2026-03-01T09:58:00.000Z", "Short"],
];
const HEADER = ["SESSION", "STATE", "UPDATED", "TITLE"];

const lines = (width: number | undefined, color = false) =>
  listing(HEADER, ROWS, 2, width).map((line) => renderLine(line, color));

describe("a table", () => {
  test.each([40, 60, 80, 100, 120])("fits a terminal of %i columns", (width) => {
    for (const line of lines(width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  test("is cut nowhere when it is not for a terminal", () => {
    expect(lines(undefined)[1]).toBe(
      `${ID}  completed  2026-03-01T09:58:00.000Z  A title that goes on for a while 世界`,
    );
  });

  test("F72: shows each id by its random end, and cuts nothing at any width", () => {
    for (const width of [40, 60, 80, 120]) {
      const shown = lines(width).join(" ").replace(/\s+/g, " ");
      expect(shown).toContain("session_7c3f2a74 completed");
      expect(shown).toContain("A title that goes on for a while 世界");
      expect(shown).not.toContain("…");
    }
  });

  test("F72: a last column that would be narrow stands below its row", () => {
    expect(lines(80)).toEqual([
      "SESSION           STATE      UPDATED",
      "session_7c3f2a74  completed  2026-03-01T09:58:00.000Z",
      "    A title that goes on for a while 世界",
      "session_7c3f2a74  failed     2026-03-01T09:58:00.000Z",
      "    Short",
    ]);
    expect(lines(86)[1]).toMatch(/Z {2}A title that goes on for a$/);
    expect(lines(86)[2]).toMatch(/^ {55}while 世界$/);
  });

  test("has colours where they are wanted, and lines up with them", () => {
    const [header = "", first = ""] = lines(undefined, true);
    expect(header).toContain("\u001b[1mSESSION\u001b[0m");
    expect(first).toContain("\u001b[32mcompleted\u001b[0m  2026");
    expect(lines(undefined).join("")).not.toContain("\u001b");
  });

  test("A93: a cell cannot bring a colour of its own", () => {
    const [, line = ""] = listing(["A"], [["\u001b[31mred"]], 1, 80).map((it) =>
      renderLine(it, true),
    );
    expect(line).toBe("\\u{1b}[31mred");
  });
});

describe("colours", () => {
  test.each([
    ["a terminal", {}, true, true],
    ["a pipe", {}, false, false],
    ["NO_COLOR", { NO_COLOR: "1" }, true, false],
    ["an empty NO_COLOR", { NO_COLOR: "" }, true, true],
    ["FORCE_COLOR in a pipe", { FORCE_COLOR: "1" }, false, true],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, true, false],
    ["FORCE_COLOR before NO_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    ["a terminal without any", { TERM: "dumb" }, true, false],
  ])("%s", (_, env, isTty, wanted) => {
    expect(colourWanted(env, isTty)).toBe(wanted);
  });
});

describe("a time", () => {
  const now = Date.parse("2026-03-01T10:00:00.000Z");
  test.each([
    ["2026-03-01T09:59:58.000Z", "2 s ago"],
    ["2026-03-01T09:30:00.000Z", "30 min ago"],
    ["2026-03-02T09:00:00.000Z", "in 23 h"],
    ["2026-02-20T10:00:00.000Z", "9 d ago"],
    ["2025-01-01T10:00:00.000Z", "2025-01-01"],
  ])("%s is said as %s on a terminal, and as it is elsewhere", (time, said) => {
    expect(timeCell(time, { width: 80, now })).toBe(said);
    expect(timeCell(time, { width: undefined, now })).toBe(time);
  });
});
