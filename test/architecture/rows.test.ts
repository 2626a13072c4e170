import { expect, test } from "vitest";
import { readFiles, type SourceFile } from "./source-files.ts";

/** The requirements that are met so far. Each is cited by a test: "E15, E16: noop does nothing". */
const ROWS = [
  ["E1", "E3", "E5", "E6", "E7", "E8", "E9", "E13", "E14", "E15", "E16", "E17", "E18", "E19"],
  ["E2", "E10", "E11", "E12", "E20", "E21", "E22", "E23", "E43", "E44", "E45", "E46", "E48", "E49"],
  [
    "E51",
    "E52",
    "E53",
    "E54",
    "E55",
    "E56",
    "E57",
    "E58",
    "E59",
    "E60",
    "E61",
    "E62",
    "E63",
    "E64",
    "E65",
    "E66",
    "E67",
    "E68",
    "E69",
  ],
  ["S3", "S10", "S11", "S12", "S16", "S20", "S21", "S22", "S23", "S32", "S35", "S36", "S37", "S38"],
  ["S39", "S51", "P7", "P32", "P33", "X19", "X29", "X30", "X34"],
  [
    "E24",
    "E25",
    "E26",
    "E27",
    "E28",
    "E29",
    "E30",
    "E31",
    "E32",
    "E33",
    "E34",
    "E35",
    "E36",
    "E37",
  ],
  ["E38", "E39", "E40", "E41", "E42", "E47", "E50"],
  ["C17", "C18", "C45", "E4", "I48", "I49"],
  [
    "C11",
    "C13",
    "C14",
    "C15",
    "C16",
    "C32",
    "C42",
    "P46",
    "X4",
    "X15",
    "X14",
    "X16",
    "X25",
    "X26",
    "X31",
    "X37",
  ],
  ["C1", "C2", "C3", "C4", "C5", "C6", "C8", "C9", "C10", "C12", "C19", "C20", "C21", "C22", "C23"],
  [
    "C24",
    "C25",
    "C26",
    "C27",
    "C28",
    "C29",
    "C30",
    "C31",
    "C33",
    "C34",
    "C35",
    "C36",
    "C37",
    "C38",
  ],
  ["C39", "C40", "C44", "C46"],
  ["S17", "S40", "S41", "S42", "S43", "S52", "S53", "S54", "S55"],
  ["P6", "P26", "P27", "P34", "P41"],
  ["I19", "I23", "I31", "I35", "I36"],
  ["X1", "X2", "X3", "X5", "X6", "X7", "X8", "X9", "X10", "X11", "X12", "X13", "X18", "X20", "X22"],
  ["X23", "X24", "X27", "X28", "X36"],
].flat();

/** A text that starts with rows, and what stands before it. */
const TITLE = /([\w.)]*\(\s*|\w+:\s*)?(["'`])((?:[CEIPSX]\d+, )*[CEIPSX]\d+): \S/g;

/** A group proves nothing by itself, nor does a test that does not run. */
const NO_PROOF = /describe[\w.]*\(|\.(?:skip|todo|fails)\(/;

test("every row is cited at the start of the title of a test", () => {
  const cited = new Set(
    readFiles("src/**/*.test.ts", "src/testing/**/*-contract.ts", "test/**/*.test.ts")
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
