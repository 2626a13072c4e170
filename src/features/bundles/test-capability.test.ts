import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { npmLock, startNpmRegistry } from "../../../rig/packages/npm-registry.ts";
import { openApi } from "../../../test/open-api.ts";
import { usually } from "../../../test/runs.ts";
import { runAgainst } from "../../cli/testing/run-cli.ts";
import { makePolicy } from "../../testing/make-policy.ts";
import { PACKS } from "../packs/packs.ts";
import { BUNDLES } from "./bundles.ts";
import { HELLO } from "./testing/extension-trees.ts";
import { makeTree } from "./testing/make-tree.ts";

let close = async () => {};
afterEach(() => close());

const SHIPPED = fileURLToPath(new URL("../../../capabilities/", import.meta.url));

type Item = { readonly name: string; readonly state: string; readonly message: string };
type Report = { readonly ok: boolean; readonly name: string; readonly items: readonly Item[] };

async function open(options: Parameters<typeof openApi>[0] = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({ contentFolder, ...options });
  close = api.close;
  const run = async (path: string) => {
    const { status, body } = await api.post<Report>("/v1/capabilities/test", { path });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  return { api, run };
}

const left = async (api: Awaited<ReturnType<typeof open>>["api"]) =>
  (await api.store.sessions.list({ limit: 10, offset: 0 })).total;

/** Agents ship beside them, and have a test of their own. */
function shippedPacks(): string[] {
  const folders = readdirSync(SHIPPED).map((name) => join(SHIPPED, name));
  return folders.filter(
    (folder) => existsSync(join(folder, "SKILL.md")) && !SKILLS.includes(basename(folder)),
  );
}

const SKILLS = ["code-fix", "node-normalize", "schema-infer"];

test("S57, X35: every shipped skill, and a new one in both languages, passes check and test", async () => {
  const out = mkdtempSync(join(tmpdir(), "capstan-new-"));
  await runAgainst({}, ["capabilities", "new", "skill", "fresh", "--out", out]);
  await runAgainst({}, ["capabilities", "new", "skill", "snake", "--python", "--out", out]);
  const { api, run } = await open({ permissions: { allow: ["skill:*"] } });
  const made = ["fresh", "snake"].map((name) => join(out, name));
  const shipped = SKILLS.map((name) => join(SHIPPED, name));
  const folders = [...usually(shipped, (_, n) => n === 0), ...made];
  for (const path of folders) {
    const checked = await api.post("/v1/capabilities/check-folder", { path });
    expect(checked).toMatchObject({ status: 200, body: { kind: "skill", ok: true } });
    const { ok, items } = await run(path);
    expect({ ok, items: items.filter(({ state }) => state !== "passed") }).toEqual({
      ok: true,
      items: [],
    });
    expect(items).toHaveLength(3);
  }
  expect(await left(api)).toBe(0);
  expect(api.engine.of(BUNDLES).installed().size).toBe(0);
});

test("S57: a skill with a timer, or with a key that means nothing, does not pass", async () => {
  const { run } = await open();
  const front = "---\nname: odd\ndescription: Odd.\nodd_key: 1\n---\n";
  const code = "export function run() { setTimeout(() => {}, 1); return {}; }";
  const { ok, items } = await run(makeTree({ "SKILL.md": front, "impl.mjs": code }));
  expect(ok).toBe(false);
  expect(items.map(({ message }) => message).join("\n")).toMatch(/odd_key[\s\S]*A timer/);
});

test("every shipped pack, and a new one, passes check and test", async () => {
  const out = mkdtempSync(join(tmpdir(), "capstan-new-"));
  await runAgainst({}, ["capabilities", "new", "pack", "fresh", "--out", out]);
  const { api, run } = await open();
  const fresh = join(out, "fresh");
  const folders = usually([...shippedPacks(), fresh], (path, n) => n === 0 || path === fresh);
  for (const path of folders) {
    const checked = await api.post("/v1/capabilities/check-folder", { path });
    expect(checked).toMatchObject({ status: 200, body: { kind: "pack", ok: true } });
    const { ok, items } = await run(path);
    expect({ ok, items: items.filter(({ state }) => state !== "passed") }).toEqual({
      ok: true,
      items: [],
    });
    expect(items.length).toBeGreaterThan(1);
  }
  // Nothing of it stays but the record.
  expect(await left(api)).toBe(0);
  expect(api.engine.of(PACKS).known().size).toBe(0);
  const tested = (await api.records()).filter(({ type }) => type === "folder.tested");
  expect(tested.map(({ data }) => [data.name, data.ok])).toContainEqual(["fresh", true]);
}, 120_000);

const tool = (name: string, code: string, examples?: unknown[]) => ({
  name,
  description: "Does it.",
  inputSchema: { type: "object", properties: { n: { type: "integer" } } },
  exec: { command: "node", args: ["-e", code] },
  ...(examples && { examples }),
});

function folder(...tools: unknown[]): string {
  const files = {
    "odd-one/SKILL.md": "---\nname: odd-one\ndescription: Tries things.\n---\n",
    "odd-one/tools.json": JSON.stringify({ tools }),
  };
  return join(makeTree(files), "odd-one");
}

test("each example that does not hold is named, with what the program said", async () => {
  const { api, run } = await open();
  const report = await run(
    folder(
      tool("ends", "console.error('no data'); process.exit(4)", [
        { inputs: {} },
        { title: "so it should", inputs: {}, expect: { exit_code: 4 } },
        { title: "wrong type", inputs: { n: "x" } },
      ]),
      tool("says", "console.log(require('fs').readFileSync('a.txt', 'utf8'))", [
        { inputs: {}, files: { "a.txt": "alpha" }, expect: { stdout_includes: "alpha" } },
        { inputs: {}, files: { "a.txt": "beta" }, expect: { stdout_includes: "alpha" } },
        { title: "files of another are gone", inputs: {} },
      ]),
      tool("makes", "1", [{ inputs: {}, expect: { artifacts: ["outputs/a.txt"] } }]),
      tool("idle", "1"),
    ),
  );
  const told = report.items.map(({ name, state, message }) => `${name} | ${state} | ${message}`);
  expect(told).toEqual([
    "check | passed | well formed: 2 files",
    "ends: example 1 | failed | exit code 4 instead of 0. no data",
    "ends: so it should | passed | exit code 4",
    expect.stringMatching(/^ends: wrong type \| failed \| .*integer/i),
    "says: example 1 | passed | exit code 0",
    'says: example 2 | failed | its output does not have "alpha" in it. It is: beta',
    expect.stringMatching(/^says: files of another are gone \| failed \| exit code 1 .*ENOENT/),
    "makes: example 1 | failed | it did not make outputs/a.txt. It made: nothing",
    "idle | skipped | has no examples in tools.json",
  ]);
  expect(report.ok).toBe(false);
  expect(await left(api)).toBe(0);
}, 60_000);

test("what is not well formed is told item by item, and nothing of it runs", async () => {
  const { run } = await open();
  const path = makeTree({
    "SKILL.md": "---\nname: odd-one\ndescription: Tries things.\nallowed-tools: Teleport\n---\n",
    "tools.json": "{",
  });
  const { ok, items } = await run(path);
  expect(ok).toBe(false);
  expect(items).toMatchObject([
    { name: "check", state: "failed", message: expect.stringContaining("not that of its folder") },
    { name: "check", state: "failed", message: expect.stringContaining('"tools.json" cannot') },
    { name: "check", state: "failed", message: expect.stringContaining("Teleport") },
  ]);
});

test("who may only invoke starts no test; rules that deny, and questions for an admin, hold", async () => {
  const path = folder(tool("t", "1", [{ inputs: {} }]));
  const { api } = await open();
  expect(await api.post("/v1/capabilities/test", { path }, { as: "agent" })).toMatchObject({
    status: 403,
  });
  const extension = makeTree(HELLO);
  expect(await api.post("/v1/capabilities/test", { path: extension })).toMatchObject({
    status: 200,
    body: { kind: "ext", name: "demo.hello" },
  });
  await close();
  const denying = await open({ permissions: { deny: ["pack:*"] } });
  expect(await denying.run(path)).toMatchObject({ ok: false, items: [{}, { state: "failed" }] });
  await close();
  const governed = await open({
    policy: makePolicy(() => ({ effect: "ask_admin", reason: "Two keys.", rule: "test" })),
  });
  expect(await governed.run(path)).toMatchObject({
    ok: false,
    items: [
      {},
      { state: "failed", message: "This approval needs an admin: answer it with the admin key." },
    ],
  });
  expect(await left(governed.api)).toBe(0);
});

test("F10: a folder that needs packages is tested with them, in a box", async () => {
  const registry = await startNpmRegistry();
  const script = { scripts: { install: "touch /tmp/ran" } };
  const files = { "index.js": "module.exports = () => 'padded';" };
  const pad = registry.publish("left-pad", "1.3.0", files, script);
  const front = "---\nname: padder\ndescription: Pads.\n---\n";
  const code = `import pad from "left-pad"; export function run() { return { said: pad() }; }`;
  const path = makeTree({
    "SKILL.md": front,
    "impl.mjs": code,
    "examples.json": JSON.stringify({
      examples: [{ inputs: {}, expect: { state: "completed", outputs: { said: "padded" } } }],
    }),
    "package.json": JSON.stringify({ dependencies: { "left-pad": "1.3.0" } }),
    "package-lock.json": npmLock([pad]),
  });
  const { api, run } = await open({
    permissions: { allow: ["skill:*"] },
    settings: { registries: { npm: registry.url } },
  });
  const { ok, items } = await run(path);
  expect({ ok, items }).toMatchObject({ ok: true, items: [{}, { state: "passed" }] });
  expect(await left(api)).toBe(0);
});
