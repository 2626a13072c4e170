import { expect, test } from "vitest";
import { languageOf, syntaxFault } from "../../../base/check-syntax.ts";
import { type Demands, validateAdvice } from "./validate-advice.ts";

const LIMITS = { steps: 3, changedFiles: 2, assumptions: 0.3 };
const problemsOf = (answer: unknown, demands: Demands = {}) => {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  const advice = validateAdvice(text, demands, LIMITS);
  return advice.state === "invalid" ? advice.problems.join(" ") : "";
};

test("S56: an answer that fits what was demanded is given on, without its fence", () => {
  const schema = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const advice = validateAdvice('```json\n{"name": "Http"}\n```', { schema }, LIMITS);
  expect(advice).toMatchObject({ state: "answered", value: { name: "Http" } });
  expect(problemsOf({ name: 7 }, { schema })).toContain("name");
  expect(problemsOf("Sure! Here it is.", { schema })).toContain("no JSON");
});

test("S56: a patch touches only files of its list, and never one outside the workspace", () => {
  const patch = (path: string, content = "x") => ({ changes: [{ path, content }] });
  const paths = ["src/*"];
  expect(problemsOf(patch("src/a.txt"), { paths })).toBe("");
  for (const path of [
    "lib/a.txt",
    "/etc/passwd",
    "src/../../x",
    "~/x",
    "src/.",
    "C:/x",
    "src\\x",
  ]) {
    expect(problemsOf(patch(path), { paths }), path).toContain("may not");
  }
  expect(problemsOf(patch("src/a.txt"), { paths: [] })).toContain("may not");
  expect(problemsOf({ ok: true, file: "x", patch: "y" }, { schema: {} })).toContain("may not");
  expect(problemsOf({ diff: "--- a/src/a\n+++ b/.env\n" }, { paths })).toContain(".env");
  expect(problemsOf("--- a/x\n+++ b/x\n@@ -1 +1 @@\n")).toContain("may not");
  const many = { changes: ["a", "b", "c"].map((n) => ({ path: `src/${n}`, content: "" })) };
  expect(problemsOf(many, { paths })).toContain("3 files; 2 at most");
});

test("S56: too many assumptions, and too long a plan, are refused", () => {
  const trace = (...sources: string[]) => ({ trace_map: sources.map((source) => ({ source })) });
  expect(problemsOf(trace("CODE", "CODE", "CODE", "ASSUMPTION"), { schema: {} })).toBe("");
  expect(problemsOf(trace("CODE", "ASSUMPTION"), { schema: {} })).toContain(
    "50 % of it is assumed",
  );
  expect(problemsOf({ a: 1, b: 2, c: 3, assumptions: ["x"] }, { schema: {} })).toBe("");
  expect(problemsOf({ a: 1, assumptions: ["x"] }, { schema: {} })).toContain("assumed");
  expect(problemsOf({ steps: [1, 2, 3, 4] }, { schema: {} })).toContain("4 steps; 3 at most");
});

test("S56: code that would be broken is refused", () => {
  const paths = ["*"];
  const broken = (path: string, content: string) =>
    problemsOf({ changes: [{ path, content }] }, { paths });
  expect(broken("a.ts", "const a: number = 1;")).toBe("");
  expect(broken("a.ts", "const a: number = ;")).toContain("would be broken");
  expect(broken("a.json", "{,}")).toContain("would be broken");
  expect(broken("a.py", "def f():\nreturn 1\n")).toContain("indented block");
  expect(broken("notes.txt", "{,}")).toBe("");
  expect(problemsOf("print('a'", { language: "python" })).toContain('")" is missing');
});

test.each([
  ["x = [1,\n  2]\ny = {'a': (1, 2)}  # a note: (\n", undefined],
  ['def f(a: int) -> int:\n    """A text (with\n    lines."""\n    return a\n', undefined],
  ["for a in b: print(a)\nif a and \\\n   b:\n    pass\n", undefined],
  ["class A:\n    def f(self):\n        return f'{self}'\n\n\nA()\n", undefined],
  ["x = 'a\n", "a string does not end"],
  ["x = (1]\n", "closes nothing"],
  ["if x\n    pass\n", "a colon is missing"],
  ["def f():\n", "an indented block is missing"],
])("of Python, a look at the text finds what is broken: %j", (code, fault) => {
  const language = languageOf("python");
  const found = language && syntaxFault(code, language);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});
