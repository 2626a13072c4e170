import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ATTACKS } from "../../docs/attacks.ts";
import { findProofs, readProofs } from "../../docs/proofs.ts";
import { requirementsPage } from "../../docs/requirements-page.ts";
import { MET } from "../../docs/rows/met.ts";
import { DOCUMENTS, ROWS } from "../../docs/rows/rows.ts";
import { threatsPage } from "../../docs/threats-page.ts";
import { commentsOnly, ROOT, readFiles } from "./source-files.ts";

const page = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");

test("docs/requirements.md says what the rows and the tests say; `npm run docs` writes it", () => {
  expect(page("requirements.md")).toBe(requirementsPage());
});

test("docs/threats.md lists the attacks and their tests; `npm run docs` writes it", () => {
  expect(page("threats.md")).toBe(threatsPage(page("threats.md")));
});

test("every row that is met is cited at the start of the title of a test", () => {
  const cited = new Set(readProofs().flatMap(({ ids, group }) => (group ? [] : ids)));
  expect(MET.filter((row) => !cited.has(row))).toEqual([]);
});

test("every row that is met exists, and is there once", () => {
  expect(MET.filter((row) => !ROWS.has(row))).toEqual([]);
  expect(MET).toEqual([...new Set(MET)]);
});

test("the rows of a document are numbered without a gap", () => {
  for (const { rows } of DOCUMENTS) {
    const ids = Object.keys(rows);
    expect(ids).toEqual(ids.map((id, index) => `${id.at(0)}${index + 1}`));
  }
  expect([...ATTACKS.keys()]).toEqual([...ATTACKS.keys()].map((_, index) => `A${index + 1}`));
});

test("every row and attack that a test, a comment or a page cites exists", () => {
  const titles = readProofs().flatMap(({ path, ids }) => ids.map((id) => ({ path, id })));
  const texts = [
    ...readFiles("{src,test,bench,docs,examples,rig,web/src}/**/*.{ts,tsx}").map(
      ({ path, text }) => ({ path, text: commentsOnly(text) }),
    ),
    ...readFiles("*.md", "docs/**/*.md", "bench/*.md"),
  ];
  const cited = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\b[ACEIPSX][1-9]\d{0,2}\b/g)].map(([id]) => ({ path, id })),
  );
  const unknown = [...titles, ...cited].filter(({ id }) => !ROWS.has(id) && !ATTACKS.has(id));
  expect(unknown).toEqual([]);
});

test("a number counts only in the title of a test that runs", () => {
  const text = [
    'test("E1: one", () => {});',
    'test("E2, A3: two", () => {});',
    '  { name: "E4: a row of a table" },',
    'test.each(TABLE)("E5: %s", () => {});',
    "test(`E6: in $" + "{mode} mode`, () => {});",
    'test.each([["A7", "../x"]])("%s: %j is refused", () => {});',
    'describe("E8: a group", () => {});',
    'test.skip("E90: not now", () => {});',
    'test.todo("E91: some day");',
    "// E93: a comment",
    'test("proves E94: no", () => {});',
  ].join("\n");
  const proofs = findProofs({ path: "sample.test.ts", text });
  expect(proofs.map(({ ids, group }) => `${ids}${group ? " (group)" : ""}`)).toEqual([
    "E1",
    "E2,A3",
    "E4",
    "E5",
    "E6",
    "E8 (group)",
    "A7",
  ]);
});
