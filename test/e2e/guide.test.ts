import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Settings } from "../../src/app/settings.ts";
import { COMMANDS } from "../../src/cli/commands.ts";

const ROOT = join(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/guide.md"), "utf8");

test("the guide's settings are the defaults, and all of them", () => {
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(GUIDE) ?? [];
  const { sandbox: _, web_fetch: __, ...defaults } = Settings.parse({});
  const { permissions: ___, ...policy } = defaults.policy;
  expect(JSON.parse(json)).toEqual({ ...defaults, policy });
});

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
