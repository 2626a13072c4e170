import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { npmLock, startNpmRegistry } from "../../rig/packages/npm-registry.ts";
import { requirements, startPythonIndex } from "../../rig/packages/python-index.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { removeTree } from "../../src/features/bundles/write-tree.ts";
import { publishServer } from "../e2e/mcp/pinned-servers.ts";
import { openApi } from "../open-api.ts";
import { makeFolder } from "./open-agent.ts";

const HASH = `sha512-${"A".repeat(86)}==`;
const SKILL = "---\nname: guest\nversion: 1.0.0\ndescription: Does guest.\n---\n";

/** Programs of the host that a package manager would be, or start. Each leaves a trace. */
const PROGRAMS = [
  "npm",
  "npx",
  "git",
  "pip",
  "pip3",
  "uv",
  "uvx",
  "node-gyp",
  "python",
  "sh-canary",
];

/** A Capstan on a host where nothing of a package may run. */
async function openHost(files: Readonly<Record<string, string>> = {}) {
  const [npm, python] = [await startNpmRegistry(), await startPythonIndex()];
  const contentFolder = makeFolder();
  onTestFinished(() => removeTree(contentFolder));
  const canary = join(makeFolder(), "canary");
  const programs = makeFolder();
  for (const name of PROGRAMS) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho "${name} $*" >> ${canary}\nexit 1\n`);
    chmodSync(join(programs, name), 0o755);
  }
  vi.stubEnv("PATH", [programs, process.env.PATH].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  const api = await openApi({
    contentFolder,
    permissions: { allow: ["skill:*", "mcp:*"] },
    settings: { registries: { npm: npm.url, python: python.simple } },
  });
  onTestFinished(() => api.close());
  const folder = makeFolder({ "SKILL.md": SKILL, ...files });
  return {
    ...api,
    npm,
    python,
    canary,
    folder,
    /** Installs the folder, and lets a token that may only invoke call it. */
    async callFolder() {
      const answer = await api.post("/v1/capabilities/install", { path: folder }, { as: "admin" });
      expect(answer).toMatchObject({ status: 201 });
      const path = "/v1/tools/skill:guest:run/invoke";
      const { body } = await api.post<{ state: string; error?: JsonObject; outputs?: JsonObject }>(
        path,
        { inputs: {} },
        { as: "agent" },
      );
      return body;
    },
    held() {
      expect(existsSync(canary) ? readFileSync(canary, "utf8") : "").toBe("");
    },
  };
}

const manifest = (dependencies: Record<string, string>) => JSON.stringify({ dependencies });
const code = (text: string) => `export function run() { return { said: ${text} }; }`;

/** A repository with every way to run something that npm or git would take. */
function hostileRepository(canary: string): string {
  const scripts = { prepare: `touch ${canary}`, install: `touch ${canary}` };
  const dependencies = { other: "git+file:///nowhere" };
  return makeFolder({
    "package.json": JSON.stringify({ name: "evil", version: "1.0.0", scripts, dependencies }),
    ".npmrc": "git=./pwn.sh\n",
    "pwn.sh": `#!/bin/sh\ntouch ${canary}\n`,
    HEAD: "ref: refs/heads/main\n",
    config: `[core]\n  fsmonitor = touch ${canary}\n`,
  });
}

const lockWith = (entry: object) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: { "": { dependencies: { evil: "1.0.0" } }, "node_modules/evil": entry },
  });

test.each([
  ["a git entry with prepare", (at: string) => ({ resolved: `git+http://127.0.0.1:9${at}#0123` })],
  ["a repository of the host", (at: string) => ({ resolved: `git+file://${at}#0123` })],
  ["a folder of the host", (at: string) => ({ resolved: `file:${at}` })],
  ["a link to the host", (at: string) => ({ resolved: at, link: true })],
  ["a hash that is only text", () => ({ integrity: "sha512-trust-me" })],
])("F10: a skill whose lock has %s runs nothing and reads nothing of the host", async (_, more) => {
  const host = await openHost({
    "impl.mjs": code("1"),
    "package.json": manifest({ evil: "1.0.0" }),
    "examples.json": JSON.stringify({ examples: [{ inputs: {} }] }),
  });
  const entry = { version: "1.0.0", integrity: HASH, ...more(hostileRepository(host.canary)) };
  writeFileSync(join(host.folder, "package-lock.json"), lockWith(entry));
  const outcome = await host.callFolder();
  expect(outcome).toMatchObject({ state: "failed", error: { code: "DEPENDENCY_MISSING" } });
  expect(host.npm.asked).toEqual([]);
  host.held();
  const tested = await host.post("/v1/capabilities/test", { path: host.folder });
  expect(tested.body).toMatchObject({ ok: false, items: [{}, { state: "failed" }] });
  host.held();
});

test("F10, A123: a wheel that names a source package by its address builds nothing", async () => {
  const host = await openHost({
    "impl.py": "import top\ndef run(context):\n  return {'said': top.N}\n",
  });
  const needs = [`evil @ ${host.python.url}files/evil-1.0.tar.gz`];
  const top = host.python.publish("top", "1.0.0", { "top.py": "N = 7\n" }, { needs });
  writeFileSync(join(host.folder, "requirements.txt"), requirements([top]));
  expect(await host.callFolder()).toMatchObject({ state: "completed", outputs: { said: 7 } });
  expect(host.python.asked).not.toContain("/files/evil-1.0.tar.gz");
  host.held();
});

test("F10, A123: an npx server with a git dependency is refused, and nothing is cloned", async () => {
  const host = await openHost();
  const repository = hostileRepository(host.canary);
  const dependencies = { evil: `git+file://${repository}` };
  publishServer(host.npm, "1.0.0", { trace: host.canary, manifest: { dependencies } });
  const entry = { id: "x", command: "npx", args: ["-y", "fixture-server"] };
  const { status } = await host.post("/v1/mcp-servers", entry, { as: "admin" });
  expect(status).toBe(422);
  host.held();
}, 60_000);

test("F10: a folder with ten packages of the registry is installed, called and tested", async () => {
  const names = Array.from({ length: 10 }, (_, n) => `word-${n}`);
  const imports = names.map((name, n) => `import w${n} from "${name}";`).join("\n");
  const sum = names.map((_, n) => `w${n}`).join("+");
  const host = await openHost({
    "impl.mjs": `${imports}\n${code(sum)}`,
    "package.json": manifest(Object.fromEntries(names.map((name) => [name, "1.0.0"]))),
    "examples.json": JSON.stringify({
      examples: [{ inputs: {}, expect: { state: "completed", outputs: { said: 45 } } }],
    }),
  });
  const scripts = { install: `touch ${host.canary}`, postinstall: `touch ${host.canary}` };
  const all = names.map((name, n) =>
    host.npm.publish(name, "1.0.0", { "index.js": `module.exports = ${n};` }, { scripts }),
  );
  writeFileSync(join(host.folder, "package-lock.json"), npmLock(all));
  const tested = await host.post("/v1/capabilities/test", { path: host.folder });
  expect(tested.body).toMatchObject({ ok: true });
  expect(await host.callFolder()).toMatchObject({ state: "completed", outputs: { said: 45 } });
  expect(host.npm.asked).toHaveLength(10);
  host.held();
});

test("F10: a folder with ten packages of the index is installed and called", async () => {
  const names = Array.from({ length: 10 }, (_, n) => `word_${n}`);
  const host = await openHost({
    "impl.py": `${names.map((name) => `import ${name}`).join("\n")}\ndef run(context):\n  return {"said": ${names.map((name) => `${name}.N`).join("+")}}\n`,
  });
  const all = names.map((name, n) =>
    host.python.publish(name, "1.0.0", { [`${name}.py`]: `N = ${n}\n` }),
  );
  writeFileSync(join(host.folder, "requirements.txt"), requirements(all));
  expect(await host.callFolder()).toMatchObject({ state: "completed", outputs: { said: 45 } });
  host.held();
});

test("F10: programs of a pack find the packages of its lock, in each language", async () => {
  const tool = (name: string, command: string, file: string) => ({
    name,
    description: "Says it.",
    inputSchema: { type: "object" },
    exec: { command, args: [`{{pack_root}}/${file}`] },
    examples: [{ inputs: {}, expect: { stdout_includes: "hello from a package" } }],
  });
  const tools = [tool("in-node", "node", "say.mjs"), tool("in-python", "python3", "say.py")];
  const host = await openHost();
  const text = "hello from a package";
  const npm = host.npm.publish("words", "1.0.0", { "index.js": `module.exports = "${text}";` });
  const wheel = host.python.publish("words", "1.0.0", { "words.py": `TEXT = "${text}"\n` });
  const folder = makeFolder({
    "speaker/SKILL.md": "---\nname: speaker\ndescription: Speaks.\n---\n",
    "speaker/tools.json": JSON.stringify({ tools }),
    "speaker/say.mjs": 'import words from "words"; console.log(words);',
    "speaker/say.py": "import words; print(words.TEXT)",
    "speaker/package.json": manifest({ words: "1.0.0" }),
    "speaker/package-lock.json": npmLock([npm]),
    "speaker/requirements.txt": requirements([wheel]),
  });
  const tested = await host.post("/v1/capabilities/test", { path: join(folder, "speaker") });
  expect(tested.body).toMatchObject({
    ok: true,
    items: [{}, { state: "passed" }, { state: "passed" }],
  });
  host.held();
});

test("F10: a folder without locks is told which packages it needs, and its install lists them", async () => {
  const host = await openHost({
    "impl.mjs": code("1"),
    "package.json": manifest({ words: "^1.0.0" }),
    "requirements.txt": "Phrases>=1\n",
  });
  host.npm.publish("words", "1.2.0", {}, { scripts: { prepare: `touch ${host.canary}` } });
  host.python.publish("phrases", "1.0.0", {});
  type Locks = { locks: { file: string; text: string; packages: string[] }[] };
  const path = host.folder;
  const { body } = await host.post<Locks>("/v1/capabilities/lock-folder", { path });
  expect(body.locks.map(({ file, packages }) => [file, packages])).toEqual([
    ["package-lock.json", ["words 1.2.0"]],
    ["requirements.txt", ["phrases 1.0.0"]],
  ]);
  for (const { file, text } of body.locks) writeFileSync(join(host.folder, file), text);
  const installed = await host.post("/v1/capabilities/install", { path }, { as: "admin" });
  expect(installed.body).toMatchObject({ packages: ["words 1.2.0", "phrases 1.0.0"] });
  host.held();
  const again = await host.post("/v1/capabilities/lock-folder", { path });
  expect(again).toMatchObject({ status: 422, body: { code: "DEPENDENCY_MISSING" } });
}, 60_000);
