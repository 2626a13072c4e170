import { expect, test } from "vitest";
import { readFiles, type SourceFile } from "./source-files.ts";

/** The requirements that are met so far. Each is cited by a test: "E15, E16: noop does nothing". */
const ROWS = [
  ["E1", "E3", "E5", "E6", "E7", "E8", "E9", "E13", "E14", "E15", "E16", "E17", "E18", "E19"],
  ["E51", "E52"],
  ["C1", "C6", "C8", "C9", "C10", "C12", "C19", "C20", "C21", "C22", "C23", "C24", "C26"],
  ["S17", "S40", "S41"],
  ["P6", "P26", "P27"],
  ["X1", "X2", "X3", "X5", "X8", "X9", "X20", "X22", "X27", "X28", "X36"],
].flat();

/** A text that starts with rows, and what stands before it. */
const TITLE = /([\w.)]*\(\s*|\w+:\s*)?(["'`])((?:[CEIPSX]\d+, )*[CEIPSX]\d+): \S/g;

/** A group proves nothing by itself, nor does a test that does not run. */
const NO_PROOF = /describe[\w.]*\(|\.(?:skip|todo|fails)\(/;

test("every row is cited at the start of the title of a test", () => {
  const cited = new Set(
    readFiles("src/**/*.test.ts", "src/testing/*-contract.ts", "test/**/*.test.ts")
      .filter(({ path }) => path !== "test/architecture/rows.test.ts")
      .flatMap(citedRows),
  );
  expect(ROWS.filter((row) => !cited.has(row))).toEqual([]);
});

test("a row counts only in the title of a test that runs", () => {
  const text = [
    'test("E1: one", () => {});',
    'test("E2, E3: two", () => {});',
    '  { name: "E4: a row of a table" },',
    'test.each(TABLE)("E5: %s", () => {});',
    "test(`E6: in $" + "{mode} mode`, () => {});",
    'test.skip("E90: not now", () => {});',
    'test.todo("E91: some day");',
    'describe("E92: a group", () => {});',
    "// E93: a comment",
    'test("proves E94: no", () => {});',
  ].join("\n");
  expect(citedRows({ path: "sample.test.ts", text })).toEqual([..."123456"].map((n) => `E${n}`));
});

function citedRows({ text }: SourceFile): string[] {
  return [...text.matchAll(TITLE)]
    .filter(([, before = ""]) => !NO_PROOF.test(before))
    .flatMap(([, , , rows = ""]) => rows.split(", "));
}
