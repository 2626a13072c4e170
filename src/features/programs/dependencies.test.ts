import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startNpmRegistry } from "../../../rig/packages/npm-registry.ts";
import { openTestPackages } from "../../../rig/packages/open-packages.ts";
import { requirements, startPythonIndex } from "../../../rig/packages/python-index.ts";
import type { SettingsInput } from "../../app/settings.ts";
import { ChildExecution } from "../../schema/execution.ts";
import { createDependencies } from "./dependencies.ts";

function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-dependencies-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const HASH = `--hash=sha256:${"0".repeat(64)}`;

const execution = (entry: string, more = {}) =>
  ChildExecution.parse({
    ...{ type: "child", protocol: "agent", bundle: "sha256:a", name: "x" },
    ...{ entry, ...more },
  });

function open(bundle: string, registries: SettingsInput["registries"] = {}) {
  const { packages, folder } = openTestPackages(registries);
  return { folder, dependencies: createDependencies({ packages, layOut: async () => bundle }) };
}

test("I11: Python packages come as wheels by their hashes", async () => {
  const index = await startPythonIndex();
  const wheel = index.publish("greeting", "1.0.0", { "greeting.py": "WORD = 'hello'\n" });
  const bundle = makeFolder({ "requirements.txt": `# what it needs\n${requirements([wheel])}` });
  const { dependencies } = open(bundle, { python: index.simple });
  const { mounts, env } = await dependencies.of(execution("agent.py"));
  expect(mounts).toMatchObject([{ target: "/packages", mode: "ro" }]);
  expect(readFileSync(join(mounts[0]?.source ?? "", "greeting.py"), "utf8")).toContain("hello");
  expect(env).toEqual({ CAPSTAN_PACKAGES: "/packages", PYTHONPATH: "/packages" });
});

test("I11: packages that the index does not have, and programs that are not there, are named", async () => {
  const index = await startPythonIndex();
  const bundle = makeFolder({ "requirements.txt": `no-such-thing==1.0.0 ${HASH}\n` });
  const { dependencies, folder } = open(bundle, { python: index.simple });
  await expect(dependencies.of(execution("agent.py"))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: `The index ${index.host} has no "no-such-thing".`,
  });
  expect(readdirSync(join(folder, "packages/layouts"))).toEqual([]);
  const binaries = ["sh", "no-such-program"];
  await expect(dependencies.of(execution("agent.py", { binaries }))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message:
      "It needs no-such-program, which is not installed on this machine. Install it, and try again.",
  });
});

test.each(["requests\n", "-e .\n", "--index-url http://x\nx==1\n", "x @ file:///etc\n", ""])(
  "I11: a list that pins nothing brings nothing: %j",
  async (text) => {
    const { dependencies } = open(makeFolder({ "requirements.txt": text }));
    expect(await dependencies.of(execution("agent.py"))).toEqual({ mounts: [], env: {} });
  },
);

test("I11, A59: npm packages come by their lock, and none of their scripts runs", async () => {
  const trace = join(makeFolder(), "script-ran");
  const registry = await startNpmRegistry();
  const scripts = { install: `touch ${trace}`, postinstall: `touch ${trace}` };
  const files = { "index.js": "module.exports = 'hello';", "binding.gyp": "{}" };
  const published = registry.publish("greeting", "1.0.0", files, { scripts });
  const { version, integrity } = published;
  // Whatever host a lock names, the registry of this machine is asked.
  const resolved = "https://registry.example/greeting/-/greeting-1.0.0.tgz";
  const bundle = locked({ version, resolved, integrity, hasInstallScript: true });
  const { dependencies } = open(bundle, { npm: registry.url });
  const { mounts } = await dependencies.of(execution("agent.ts"));
  expect(mounts).toMatchObject([{ target: "/node_modules", mode: "ro" }]);
  expect(existsSync(join(mounts[0]?.source ?? "", "greeting/index.js"))).toBe(true);
  expect(registry.asked).toEqual(["/greeting/-/greeting-1.0.0.tgz"]);
  expect(existsSync(trace)).toBe(false);
});

const SHA512 = `sha512-${"A".repeat(86)}==`;

/** A folder whose lock has this entry for its one package. */
function locked(entry: object, asked = "1.0.0", more: object = {}): string {
  const own = { name: "x", version: "1.0.0", dependencies: { greeting: asked } };
  const packages = { "": own, "node_modules/greeting": entry, ...more };
  return makeFolder({
    "package.json": JSON.stringify({ ...own, scripts: { install: "touch installed" } }),
    "package-lock.json": JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
  });
}

const HASHED = { version: "1.0.0", integrity: SHA512 };
const ELSEWHERE: [string, () => string][] = [
  ["a repository", () => locked({ ...HASHED, resolved: "git+https://example.com/a.git#0123" })],
  ["a repository over http", () => locked({ ...HASHED, resolved: "git+http://127.0.0.1/a.git#0" })],
  ["a repository of this machine", () => locked({ ...HASHED, resolved: "git+file:///srv/a#0" })],
  ["a folder of this machine", () => locked({ ...HASHED, resolved: "file:/etc" })],
  ["a link", () => locked({ ...HASHED, resolved: "/etc", link: true })],
  ["a place outside", () => locked(HASHED, "1.0.0", { "../outside": HASHED })],
  [
    "an archive over http",
    () => locked({ ...HASHED, resolved: "http://example.com/a/-/a-1.0.0.tgz" }),
  ],
  ["an archive of no registry", () => locked({ ...HASHED, resolved: "https://example.com/a.tgz" })],
  ["an archive with a weak hash", () => locked({ version: "1.0.0", integrity: "sha1-AAAA" })],
  ["an archive without a hash", () => locked({ version: "1.0.0" })],
  ["a version that is none", () => locked({ version: "git+https://x/a.git", integrity: SHA512 })],
  ["a manifest that asks for a repository", () => locked(HASHED, "git+https://example.com/a.git")],
  ["a manifest that asks for a folder", () => locked(HASHED, "file:../a")],
  ["a manifest that asks for another name's file", () => locked(HASHED, "npm:a@file:/etc")],
  [
    "a package that asks for a repository",
    () => locked({ ...HASHED, dependencies: { b: "github:someone/b" } }),
  ],
  [
    "a package that may have a repository",
    () => locked({ ...HASHED, peerDependencies: { b: "someone/b" } }),
  ],
];

test.each(ELSEWHERE)(
  "F10, A123: %s in a lock is refused in words, and nothing is fetched",
  async (_, make) => {
    const registry = await startNpmRegistry();
    const { dependencies } = open(make(), { npm: registry.url });
    await expect(dependencies.of(execution("agent.ts"))).rejects.toMatchObject({
      code: "DEPENDENCY_MISSING",
      message: expect.stringMatching(
        /Only archives of the registry over https, with a sha512 hash/,
      ),
    });
    expect(registry.asked).toEqual([]);
  },
);

test("F10: Python packages without a hash for each are refused", async () => {
  const lines = `first==1.0.0 ${HASH}\nsecond==1.0.0\n`;
  const { dependencies, folder } = open(makeFolder({ "requirements.txt": lines }));
  await expect(dependencies.of(execution("agent.py"))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: expect.stringMatching(/^"second==1.0.0" in its requirements.txt has no hash./),
  });
  expect(readdirSync(folder)).toEqual([]);
});
