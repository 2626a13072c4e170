import { expect, test } from "vitest";
import { splitPolicies } from "./split-policies.ts";

test.each([
  { name: "nothing", file: " // only a comment;\n ", texts: [] },
  { name: "two on a line", file: "a; b;", texts: ["a;", "b;"] },
  { name: "a comment with a semicolon", file: "// x;\na // y;\n b;", texts: ["a // y;\n b;"] },
  { name: "a string with a semicolon", file: 'a ";" ; b;', texts: ['a ";" ;', "b;"] },
  { name: "a string with an escaped quote", file: 'a "\\";" ; b;', texts: ['a "\\";" ;', "b;"] },
  { name: "a string with slashes", file: 'a "//" ; b;', texts: ['a "//" ;', "b;"] },
  { name: "a string over lines", file: 'a "\n\n";\n\nb;', texts: ['a "\n\n";', "b;"] },
  { name: "a last one without its end", file: "a; b // c", texts: ["a;", "b"] },
])("$name", ({ file, texts }) => {
  const found = splitPolicies(file);
  expect(found.map(({ text }) => text)).toEqual(texts);
  for (const { text, start, line } of found) {
    expect(file.slice(start, start + text.length)).toBe(text);
    expect(file.slice(0, start).split("\n")).toHaveLength(line);
  }
});
