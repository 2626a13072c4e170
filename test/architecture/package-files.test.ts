import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTooOld, shippedNode, whatToInstall } from "../../bin/other-node.mjs";
import { ROOT, readFiles } from "./source-files.ts";

const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** What `npm pack` would put in, of what is there. */
function packed(): string[] {
  const npm = process.env.npm_execpath;
  const args = ["pack", "--dry-run", "--ignore-scripts", "--json"];
  const text = npm
    ? execFileSync(process.execPath, [npm, ...args], { cwd: ROOT, encoding: "utf8" })
    : execFileSync("npm", args, { cwd: ROOT, encoding: "utf8" });
  return JSON.parse(text)[0].files.map(({ path }: { path: string }) => path);
}

test("the package has all that is bundled for it, and no tests or sources", () => {
  const files = packed();
  const bundled = globSync("build/{app,policy}/**/*.{js,cedar}", { cwd: ROOT });
  expect(bundled).toContain("build/policy/profiles/risk.cedar");
  expect(bundled.filter((file) => !files.includes(file))).toEqual([]);
  for (const file of ["bin/capstan.mjs", "bin/other-node.mjs", "entry/index.mjs", "README.md"]) {
    expect(files).toContain(file);
  }
  const shipped = globSync("capabilities/**/*.*", { cwd: ROOT });
  expect(shipped).toContain("capabilities/csv-profile/scripts/profile.mjs");
  expect(shipped.filter((file) => !files.includes(file))).toEqual([]);
  // An agent's tests are part of it: its checklist asks for them.
  const own = files.filter((file) => !/^capabilities\/\w+_agent\/tests\//.test(file));
  expect(own.filter((file) => /^(src|test|rig)\/|\.test\.|\.png$/.test(file))).toEqual([]);
});

test.each([
  ["capstan", "../../src/index.ts"],
  ["capstan/testing", "../../src/testing/index.ts"],
])("%s gives a checkout its source, name by name", async (name, source) => {
  const [, key = "."] = /^capstan(\/.*)?$/.exec(name) ?? [];
  const entry = manifest.exports[key === "." ? "." : `.${key}`].default;
  const given = await import(join(ROOT, entry));
  expect(Object.keys(given).sort()).toEqual(Object.keys(await import(source)).sort());
  expect(require.resolve(name)).toBe(join(ROOT, entry));
});

test("the least Node is the same wherever it is written", () => {
  const least = manifest.engines.node.replace(">=", "");
  const [major, minor] = least.split(".").map(Number);
  expect(isTooOld(`${least}.0`)).toBe(false);
  expect([isTooOld(`${major}.${minor - 1}.9`), isTooOld("20.20.2")]).toEqual([true, true]);
  expect(isTooOld(`${major + 1}.0.0`)).toBe(false);
  expect(readFileSync(join(ROOT, "bin/capstan.mjs"), "utf8")).toContain(
    `major < ${major} || (major === ${major} && minor < ${minor})`,
  );
});

test("who has an old Node and no other is told what to install", () => {
  const mac = { platform: "darwin", arch: "arm64", versions: { node: "20.1.0" } };
  expect(shippedNode(mac)).toBeUndefined();
  expect(whatToInstall(mac)).toMatch(/needs Node 24\.15.*Node 20\.1\.0.*darwin on arm64.*\n.*brew/);
  const other = { platform: "freebsd", arch: "x64", versions: { node: "22.0.0" } };
  expect(whatToInstall(other)).toContain("https://nodejs.org");
});

test("what an old Node reads imports nothing that an old Node lacks", () => {
  // A name that is missing in a built-in module fails before any line of ours runs.
  const named = readFiles("bin/*.mjs").flatMap(({ text }) => [
    ...text.matchAll(/^import \{([^}]*)\} from "node:/gm),
  ]);
  expect(named.map(([, names]) => names?.trim())).toEqual(["createRequire"]);
});

test("npm install says nothing about a Node that is not the one it installs", () => {
  expect(readFileSync(join(ROOT, ".npmrc"), "utf8")).toMatch(/^loglevel=error$/m);
});
