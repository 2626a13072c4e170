import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "capstan-clone-"));
const clone = join(folder, "capstan");
const { CAPSTAN_BUNDLE: _, NODE_COMPILE_CACHE: __, ...rest } = process.env;
const env = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith("npm_")));

/** As a contributor types it: the Node that this test runs on is not on the path. */
async function type(line: string, cwd = clone): Promise<string> {
  const [command = "", ...args] = line.split(" ");
  const { stdout } = await promisify(execFile)(command, args, { cwd, env, maxBuffer: 50_000_000 });
  return stdout;
}

beforeAll(async () => {
  await type(`git clone --quiet ${ROOT} ${clone}`, folder);
  await type("npm install");
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test("F81: in a clone that never ran the tests, npm install changes no file", async () => {
  expect(await type("git status --porcelain")).toBe("");
});

test("F81: … npm run check passes", async () => {
  await type("npm run check");
}, 300_000);

test("F81: … npm run docs changes no page", async () => {
  await type("npm run docs");
  expect(await type("git status --porcelain")).toBe("");
}, 60_000);

test("F81: … npm pack makes a package with the command line in it", async () => {
  const [packed] = JSON.parse((await type("npm pack --json --dry-run")).replace(/^[^[]*/s, ""));
  const files = packed.files.map(({ path }: { path: string }) => path);
  expect(files).toEqual(expect.arrayContaining(["bin/capstan.mjs", "build/app/main.js"]));
}, 120_000);
