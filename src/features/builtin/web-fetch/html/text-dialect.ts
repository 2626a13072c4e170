import type { Dialect } from "./dialect.ts";

const same = (text: string) => text;

/** What a reader sees, without marks: lists keep theirs, because their order and nesting matter. */
export const textDialect: Dialect = {
  escape: same,
  paragraph: same,
  heading: (_, text) => text,
  strong: same,
  emphasis: same,
  strike: same,
  code: same,
  link: same,
  image: same,
  codeBlock: same,
  quote: same,
  table: (rows) => rows.map((cells) => cells.join(" | ")).join("\n"),
  rule: "",
  lineBreak: "\n",
  cellBreak: " ",
};
