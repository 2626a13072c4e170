import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "capstan-package-"));
const project = join(folder, "project");
const home = join(folder, "home");
const { CAPSTAN_BUNDLE: _, ...rest } = process.env;
const env = {
  ...Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith("npm_"))),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  CAPSTAN_HOME: home,
  CAPSTAN_PORT: "0",
  CAPSTAN_IDLE_EXIT_S: "2",
};

async function type(command: string, args: string[], cwd = project) {
  const options = { cwd, env, maxBuffer: 50_000_000 };
  const { stdout, stderr } = await promisify(execFile)(command, args, options);
  return { out: stdout, err: stderr };
}

beforeAll(async () => {
  mkdirSync(project);
  // As `npm init` writes it.
  writeFileSync(join(project, "package.json"), '{"private": true, "type": "commonjs"}');
  await type("npm", ["pack", "--pack-destination", folder], ROOT);
  const tarball = join(folder, "capstan-0.1.0.tgz");
  // The Node of its own is left out: it is large, and this test has one.
  const quick = ["--prefer-offline", "--omit=optional", "--no-audit", "--no-fund"];
  await type("npm", ["install", ...quick, "--loglevel=error", tarball]);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test("the command line of the package starts a server of the package, and calls a tool", async () => {
  expect((await type("npx", ["capstan", "version"])).out).toBe("0.1.0\n");
  const call = ["tools", "call", "builtin:test_math:add", "--input", '{"a": 2, "b": 40}'];
  const { out } = await type("npx", ["capstan", ...call]);
  expect(JSON.parse(out)).toEqual({ result: 42 });
  const opened = await type("npx", ["capstan", "sessions", "create"]);
  // The command that it names is one that works here.
  expect(opened.out).toMatch(/To write to it: {2}npx capstan sessions send session_/);
}, 60_000);

test("P1, P28: its packs are listed, and the tool of one runs from the package", async () => {
  const capstan = async (...args: string[]) =>
    JSON.parse((await type("npx", ["capstan", ...args, "--json"])).out);
  const ids = async () =>
    (await capstan("packs", "list")).items.map(({ id }: { id: string }) => id).sort();
  await expect
    .poll(ids, { timeout: 30_000 })
    .toEqual(["changelog", "csv-profile", "incident-triage", "write-a-pack"]);
  const installed = join(project, "node_modules/capstan/capabilities/csv-profile");
  const { ok, items } = await capstan("capabilities", "test", installed);
  expect({ ok, items }).toMatchObject({
    ok: true,
    items: [
      { name: "check", state: "passed" },
      { name: "profile: two columns", state: "passed" },
      { name: "chart: numbers", state: "passed" },
    ],
  });
}, 120_000);

test("its server serves its console and its policies", async () => {
  const child = spawn("npx", ["capstan", "serve", "--port", "0", "--json"], {
    cwd: project,
    env: { ...env, CAPSTAN_HOME: join(folder, "second") },
    detached: true,
  });
  try {
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once("data", (text) => resolve(String(text)));
      child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
    });
    const { url } = JSON.parse(line);
    const page = await fetch(url);
    expect(page.headers.get("content-type")).toContain("text/html");
    const [, script = ""] = /src="([^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await fetch(url + script)).status).toBe(200);
  } finally {
    process.kill(-(child.pid ?? 0), "SIGTERM");
  }
}, 60_000);

const README = readFileSync(join(ROOT, "README.md"), "utf8");
const [, PROGRAM = ""] = /```ts\n([\s\S]*?)```/.exec(README) ?? [];

test("the library of the package runs the README's program", async () => {
  writeFileSync(join(project, "program.mts"), PROGRAM);
  expect((await type("node", ["program.mts"])).out).toBe("{ erased: true }\n");
}, 60_000);

test("the types of the package know what the program does, and nothing in them is any", async () => {
  const exact = `
    import type { Approval, Session, SessionEvent } from "capstan";
    type IsAny<T> = 0 extends 1 & T ? true : false;
    const loose: [IsAny<Session["state"]>, IsAny<Approval["inputs"]>, IsAny<SessionEvent["data"]>] =
      [false, false, false];
    export const state: Session["state"] = "input_required";
    // @ts-expect-error There is no such event.
    export const type: SessionEvent["type"] = "no.such";
    export { loose };
  `;
  writeFileSync(join(project, "program.mts"), PROGRAM);
  writeFileSync(join(project, "exact.mts"), exact);
  const strict = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext"];
  const libraries = ["--target", "es2024", "--lib", "es2024,esnext.disposable,dom", "--types", ""];
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const checked = await type(tsc, [...strict, ...libraries, "program.mts", "exact.mts"]).catch(
    (error) => ({ out: String(error.stdout) }),
  );
  expect(checked.out).toBe("");
}, 60_000);
