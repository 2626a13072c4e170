import { expect, test } from "vitest";
import { newAgentFiles } from "../../../cli/new-agent-files.ts";
import { readTree } from "../../bundles/testing/read-tree.ts";
import { checkAgent } from "./check-agent.ts";

type Edit = readonly [path: string, from: string | RegExp, to: string];

const WHOLE = newAgentFiles("hello_agent", false);

/** What is wrong with a new agent after these edits: the item, and what is said of it. */
function wrongAfter(...edits: readonly Edit[]): ReadonlyMap<string, string> {
  const files = new Map(WHOLE);
  for (const [path, from, to] of edits) {
    const text = files.get(path) ?? "";
    const edited = text.replace(from, () => to);
    if (edited === text) throw new Error(`Nothing to edit in ${path}: ${from}`);
    files.set(path, edited);
  }
  const wrong = checkAgent(readTree(Object.fromEntries(files))).filter(
    ({ problems }) => problems.length > 0,
  );
  return new Map(wrong.map(({ item, problems }) => [item, problems.join(" ")]));
}

const manifest = (from: string | RegExp, to: string): Edit => ["manifest.json", from, to];
const code = (from: string | RegExp, to: string): Edit => ["agent.ts", from, to];
const needs = (permission: string): readonly Edit[] => [
  manifest('"permissions": []', `"permissions": ["${permission}"]`),
  manifest('"effects": []', `"effects": ["${permission}"]`),
  ["SPEC.md", "|---|---|---|", `|---|---|---|\n| ${permission} | yes | because |`],
];
const FILES = 'import { readFileSync, writeFileSync } from "node:fs";\n';
const noCases: Edit = ["tests/cases.json", /[\s\S]*/, "{}"];
const tests = (text: string): readonly Edit[] => [
  noCases,
  ["tests/agent.test.ts", /[\s\S]*/, `run({ action: ${text} });`],
];

test("I44: a new agent has every item of the checklist", () => {
  expect(wrongAfter()).toEqual(new Map());
});

test.each<[item: string, edits: readonly Edit[]]>([
  ["manifest.json is valid", [manifest('"license": "MIT"', '"license": ""')]],
  ["permissions are minimal", [...needs("model")]],
  ["run(input) is there", [code("export function run", "export function go")]],
  ["the five rules", [code(/dry_run/g, "rehearse")]],
  ["every action has a dry_run test", tests('"greet"')],
  [
    "every destructive action has a confirmation test",
    [
      ...tests('"greet", context: { dry_run: true }'),
      manifest('"effects": []', '"effects": [], "destructive": true'),
      code("type Input", 'const ASK = "confirmation_required";\ntype Input'),
    ],
  ],
  [
    "error messages are plain language",
    [
      code(
        "type Input",
        "const tell = (error: Error) => ({ message: error.message });\ntype Input",
      ),
    ],
  ],
  [
    "writes go to outputs/ by default",
    [
      ...needs("filesystem.write"),
      code("type Input", `${FILES}writeFileSync(context.granted_paths[0], "");\ntype Input`),
    ],
  ],
  [
    "path grants are enforced",
    [...needs("filesystem.read"), code("type Input", `${FILES}type Input`)],
  ],
  ["dependencies are listed", [code("type Input", 'import left from "left-pad";\ntype Input')]],
  ["made for a platform", [manifest('"linux"', '"beos"')]],
])("I44: %s: it is named where that is missing, and nothing else is", (item, edits) => {
  expect([...wrongAfter(...edits).keys()]).toEqual([item]);
});

test("I38, I44: an action without any test has neither a happy path nor a dry run", () => {
  expect([...wrongAfter(...tests('"other", context: { dry_run: true }')).keys()]).toEqual([
    "every action has a happy path test",
    "every action has a dry_run test",
  ]);
});

test.each([
  ...["# hello_agent", "**Version:** 0.1.0", "**Status:**", "**Category:**"],
  ...["## What This Agent Does", "## Permissions", "## ACP Interface", "### Agent Manifest"],
  ...["### Input Schema", "### Output Schema", "## Behavior Specifications", "### greet"],
  ...["## Implementation Notes", "## Contributing", "> Greet Ann"],
])("I37: SPEC.md without %j is not whole", (part) => {
  const wrong = wrongAfter(["SPEC.md", part, "Something else"]);
  expect([...wrong.keys()]).toEqual(["SPEC.md follows the structure"]);
});

test.each([
  ["network", "files"],
  ["network", "image"],
  ["system.processes", "browser"],
  ["system.hardware", "files"],
  ["display", "document"],
])("I18: %s is not for the category %s", (permission, category) => {
  const wrong = wrongAfter(
    manifest('"category": "utility"', `"category": "${category}"`),
    ...needs(permission),
  );
  expect(wrong.get("manifest.json is valid")).toContain(
    `"${permission}" is for agents of the category `,
  );
});

test("I19: a library that nobody knows is seen by the address it asks", () => {
  const asks = code("type Input", 'const PLACE = "https://example.com";\ntype Input');
  expect(wrongAfter(...needs("network"), asks)).toEqual(new Map());
  const unseen = wrongAfter(...needs("network")).get("permissions are minimal");
  expect(unseen).toBe('Nothing in the code uses "network": do not declare it.');
  // An address alone is no use of the network: it may stand in a comment.
  expect(wrongAfter(asks)).toEqual(new Map());
  const undeclared = wrongAfter(code("type Input", 'await fetch("x:");\ntype Input'));
  expect(undeclared.get("permissions are minimal")).toContain('"network" is not declared');
});

test("F79: a dry run that is switched off is no dry_run test", () => {
  const off = wrongAfter(...tests('"greet", context: { "dry_run": False }'));
  expect([...off.keys()]).toEqual(["every action has a dry_run test"]);
});

test("F79: what was only read in the text is not said to have been tried", () => {
  const checked = checkAgent(readTree(Object.fromEntries(WHOLE)));
  expect(checked.filter(({ isOnlySeen }) => isOnlySeen).map(({ item }) => item)).toEqual([
    "the five rules",
    "every action has a happy path test",
    "every action has a dry_run test",
    "every destructive action has a confirmation test",
    "error messages are plain language",
    "writes go to outputs/ by default",
    "path grants are enforced",
  ]);
});
