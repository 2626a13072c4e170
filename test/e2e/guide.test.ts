import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPolicies } from "../../src/app/read-policies.ts";
import { Settings } from "../../src/app/settings.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { checkPolicies } from "../../src/policy/check-policies.ts";
import { parseCustom } from "../../src/schema/parse-custom.ts";

const ROOT = join(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/guide.md"), "utf8");

test("the guide's settings are the defaults, and all of them", () => {
  const { sandbox: _, ...defaults } = Settings.parse({});
  expect(JSON.parse(blocks("json")[0] ?? "")).toEqual(defaults);
});

test("the guide's other settings are valid", () => {
  expect(() => Settings.parse(JSON.parse(blocks("json")[1] ?? ""))).not.toThrow();
});

test("the guide's own capability is well formed", () => {
  expect(parseCustom(JSON.parse(blocks("json")[2] ?? ""))).toMatchObject({ id: "tickets" });
});

test("the guide's rules are valid, and do what they say", () => {
  const text = blocks("cedar").join("\n");
  const settings = Settings.parse({}).policy;
  const files = [{ name: "guide.cedar", text }];
  expect(checkPolicies({ ...readPolicies(settings, undefined), files })).toEqual([]);
});

function blocks(language: string): string[] {
  const fence = "```";
  const pattern = new RegExp(`${fence}${language}\\n([\\s\\S]*?)${fence}`, "g");
  return [...GUIDE.matchAll(pattern)].map(([, text = ""]) => text);
}

test("the guide's variables are the ones that the source reads", () => {
  const source = globSync("src/**/*.ts", { cwd: ROOT })
    .filter((file) => !file.includes(".test.") && !file.includes("testing/"))
    .map((file) => readFileSync(join(ROOT, file), "utf8"))
    .join("\n");
  const read = new Set(source.match(/(?<=env\.)CAPSTAN_[A-Z_]+/g));
  const told = new Set(GUIDE.match(/(?<=^\| `)CAPSTAN_[A-Z_]+/gm));
  expect([...told].sort()).toEqual([...read].sort());
});

test("every command in the guide exists", () => {
  const names = COMMANDS.map((command) => command.name);
  const told = [...GUIDE.matchAll(/`?capstan ((?:sessions|audit|tools|doctor)(?: [a-z]+)?)/g)];
  expect(told.length).toBeGreaterThan(4);
  for (const [, name] of told) expect(names).toContain(name);
});
