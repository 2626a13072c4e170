import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorsPage } from "../../docs/errors-page.ts";
import { ERROR_CODES } from "../../src/base/errors.ts";
import { ROOT, readSources, withoutComments } from "./source-files.ts";

const codes = Object.keys(ERROR_CODES);
const sources = readSources()
  .filter(({ path }) => path !== "src/base/errors.ts")
  .map(({ path, text }) => ({ path, code: withoutComments(text) }));

test("docs/errors.md says what the table of codes says; `npm run docs` writes it", () => {
  expect(readFileSync(join(ROOT, "docs/errors.md"), "utf8")).toBe(errorsPage());
});

test("every code that is thrown by name is in the table", () => {
  const thrown = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/new CapstanError\(\s*"([^"]+)"/g)].map(([, name = ""]) => ({ path, name })),
  );
  expect(thrown.filter(({ name }) => !codes.includes(name))).toEqual([]);
});

test("every code in the table is used somewhere", () => {
  const unused = codes.filter((name) => !sources.some(({ code }) => code.includes(`"${name}"`)));
  expect(unused).toEqual([]);
});

test("every code is named subject first, in capitals", () => {
  expect(codes.filter((name) => !/^[A-Z]+(?:_[A-Z]+)*$/.test(name))).toEqual([]);
});
