import { readFiles, type SourceFile } from "../test/architecture/source-files.ts";

/** The title of a test, and the requirements and attacks that it starts with. */
export type Proof = {
  readonly ids: readonly string[];
  readonly title: string;
  readonly path: string;
  /** The title of a group of tests: enough for an attack, not for a requirement. */
  readonly group: boolean;
};

const TESTS = [
  "src/**/*.test.ts",
  "src/testing/**/*-contract.ts",
  "test/**/*.test.ts",
  "examples/**/*.test.ts",
];

/** What stands before a text, the numbers that it starts with, and the rest of it. */
const TITLE =
  /([\w.)]*\(\s*|\w+:\s*)?(["'`])((?:[ACEFIPSX]\d+, )*[ACEFIPSX]\d+): ((?:\\.|(?!\2)[^\\])+)\2/gs;

/** A line of a table whose first cell is an attack, under a title that starts with that cell. */
const TABLE_LINE = /\[("|')(A\d+)\1, (["'])((?:\\.|(?!\3)[^\\])+)\3/g;

const DOES_NOT_RUN = /\.(?:skip|todo|fails)\(/;

/** Every title in the tree that names what it proves. */
export function readProofs(): Proof[] {
  return readFiles(...TESTS)
    .filter(({ path }) => path !== "test/architecture/rows.test.ts")
    .flatMap(findProofs);
}

export function findProofs({ path, text }: SourceFile): Proof[] {
  const titles = [...text.matchAll(TITLE)]
    .filter(([, before = ""]) => !DOES_NOT_RUN.test(before))
    .map(([, before = "", , ids = "", title = ""]) => ({
      // A finding is no requirement and no attack.
      ids: ids.split(", ").filter((id) => !id.startsWith("F")),
      title,
      path,
      group: /describe[\w.]*\(/.test(before),
    }));
  const lines = [...text.matchAll(TABLE_LINE)].map(([, , id = "", , title = ""]) => ({
    ids: [id],
    title,
    path,
    group: false,
  }));
  return [...titles, ...lines];
}

const MOST_LINKS = 3;

/** Links to the tests that say the most about one number, each in a file of its own. */
export function linkProofs(proofs: readonly Proof[], id: string): string {
  const about = proofs.filter(({ ids }) => ids.includes(id)).sort((a, b) => vague(a) - vague(b));
  const files = new Set<string>();
  const shown = about
    .filter(({ path }) => !files.has(path) && files.add(path))
    .slice(0, MOST_LINKS);
  const links = shown.map(({ path, title }) => `[${plain(title, path)}](../${path})`).join(", ");
  return about.length > shown.length ? `${links} and others` : links;
}

/** What is filled in when the test runs. */
const FILLED_IN = /\$\{(?:[^{}]|\{[^{}]*\})*\}|%[a-z]|\$[a-z]\w*(?:\.\w+)*/g;

/** How little a title says of one number: other numbers, holes, a group without a test. */
function vague({ ids, title, group }: Proof): number {
  return ids.length + (title.match(FILLED_IN) ? 2 : 0) + (group ? 4 : 0);
}

/** A title as Markdown. */
function plain(title: string, path: string): string {
  const text = title
    .replace(FILLED_IN, "…")
    .replace(/\\(["'`])/g, "$1")
    .replace(/[\\[\]*<>|`]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\$&")
    .trim();
  return /\p{L}{2}/u.test(text) ? text : (path.split("/").at(-1) ?? path);
}
