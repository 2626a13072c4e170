import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { longTest } from "../../../test/runs.ts";
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

const WHEEL = "greeting-1.0.0-py3-none-any.whl";

/** A folder with one wheel, which is a zip by another name. */
function makeWheels(): string {
  const info = "greeting-1.0.0.dist-info";
  const wheels = makeFolder();
  const code = `import zipfile
with zipfile.ZipFile("${WHEEL}", "w") as wheel:
    wheel.writestr("greeting.py", "WORD = 'hello'\\n")
    wheel.writestr("${info}/METADATA", "Metadata-Version: 2.1\\nName: greeting\\nVersion: 1.0.0\\n")
    wheel.writestr("${info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("${info}/RECORD", "greeting.py,,\\n${info}/METADATA,,\\n${info}/WHEEL,,\\n${info}/RECORD,,\\n")`;
  execFileSync("python3", ["-c", code], { cwd: wheels });
  return wheels;
}

const HASH = `--hash=sha256:${"0".repeat(64)}`;

const execution = (entry: string, more = {}) =>
  ChildExecution.parse({
    ...{ type: "child", protocol: "agent", bundle: "sha256:a", name: "x" },
    ...{ entry, ...more },
  });

function open(bundle: string, env: NodeJS.ProcessEnv = {}, npm = "npm") {
  const folder = makeFolder();
  const dependencies = createDependencies({
    folder,
    layOut: async () => bundle,
    npm,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  });
  return { folder, dependencies };
}

longTest(
  "I11: Python packages come as wheels, once for each lock, and nothing else does",
  async () => {
    const wheels = makeWheels();
    const hash = createHash("sha256")
      .update(readFileSync(join(wheels, WHEEL)))
      .digest("hex");
    const wanted = `# what it needs\ngreeting==1.0.0 \\\n    --hash=sha256:${hash}\n`;
    const bundle = makeFolder({ "requirements.txt": wanted });
    const offline = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels };
    const { dependencies } = open(bundle, offline);
    const { mounts, env } = await dependencies.of(execution("agent.py"));
    expect(mounts).toMatchObject([{ target: "/packages", mode: "ro" }]);
    expect(readFileSync(join(mounts[0]?.source ?? "", "greeting.py"), "utf8")).toContain("hello");
    expect(env).toEqual({ CAPSTAN_PACKAGES: "/packages" });
  },
  60_000,
);

test("I11: what cannot be installed, and programs that are not there, are named", async () => {
  const bundle = makeFolder({ "requirements.txt": `no-such-thing==1.0.0 ${HASH}\n` });
  const { dependencies, folder } = open(bundle, { PIP_NO_INDEX: "1" });
  await expect(dependencies.of(execution("agent.py"))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: "It needs no-such-thing==1.0.0, which could not be installed.",
  });
  expect(existsSync(join(folder, "packages"))).toBe(false);
  const binaries = ["sh", "no-such-program"];
  await expect(dependencies.of(execution("agent.py", { binaries }))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message:
      "It needs no-such-program, which is not installed on this machine. Install it, and try again.",
  });
}, 60_000);

test.each(["requests\n", "-e .\n", "--index-url http://x\nx==1\n", "x @ file:///etc\n", ""])(
  "I11: a list that pins nothing brings nothing: %j",
  async (text) => {
    const { dependencies } = open(makeFolder({ "requirements.txt": text }));
    expect(await dependencies.of(execution("agent.py"))).toEqual({ mounts: [], env: {} });
  },
);

test("I11, A59: npm packages come by their lock, and none of their scripts runs", async () => {
  const trace = join(makeFolder(), "script-ran");
  const manifest = { name: "greeting", version: "1.0.0", scripts: { install: `touch ${trace}` } };
  const source = makeFolder({
    "package.json": JSON.stringify(manifest),
    "index.js": "module.exports = 'hello';",
  });
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent"], { cwd: source });
  const archive = readFileSync(join(source, "greeting-1.0.0.tgz"));
  const server = createServer((_request, response) => void response.end(archive));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const env = {
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    npm_config_cache: makeFolder(),
  };
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  // Whatever host a lock names, the registry of this machine is asked.
  const resolved = "https://registry.example/greeting/-/greeting-1.0.0.tgz";
  const bundle = locked({ version: "1.0.0", resolved, integrity, hasInstallScript: true });
  const { mounts } = await open(bundle, env).dependencies.of(execution("agent.ts"));
  expect(mounts).toMatchObject([{ target: "/node_modules", mode: "ro" }]);
  expect(existsSync(join(mounts[0]?.source ?? "", "greeting/index.js"))).toBe(true);
  expect(existsSync(trace)).toBe(false);
}, 60_000);

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
  "F10: %s in a lock is refused in words, and nothing runs",
  async (_, makeBundle) => {
    const trace = join(makeFolder(), "npm-ran");
    const npm = join(makeFolder({ npm: `#!/bin/sh\ntouch ${trace}\n` }), "npm");
    chmodSync(npm, 0o755);
    const { dependencies } = open(makeBundle(), {}, npm);
    await expect(dependencies.of(execution("agent.ts"))).rejects.toMatchObject({
      code: "DEPENDENCY_MISSING",
      message: expect.stringMatching(
        /Only archives of the registry over https, with a sha512 hash/,
      ),
    });
    expect(existsSync(trace)).toBe(false);
  },
);

test("F10: npm is given no key of the server, and no git", async () => {
  const seen = join(makeFolder(), "seen");
  const npm = join(makeFolder({ npm: `#!/bin/sh\n{ env; echo "$@"; } > ${seen}\n` }), "npm");
  chmodSync(npm, 0o755);
  const keys = { CAPSTAN_ADMIN_KEY: "key-of-admin", ANTHROPIC_API_KEY: "key-of-model" };
  const { dependencies } = open(locked(HASHED), { ...keys, npm_config_registry: "http://r" }, npm);
  await dependencies.of(execution("agent.ts"));
  const given = readFileSync(seen, "utf8");
  expect(given).not.toMatch(/key-of-/);
  expect(given).toContain("npm_config_registry=http://r");
  expect(given).toContain("--git=/nonexistent");
});

test("F10: Python packages without a hash for each are refused", async () => {
  const lines = `first==1.0.0 ${HASH}\nsecond==1.0.0\n`;
  const { dependencies, folder } = open(makeFolder({ "requirements.txt": lines }));
  await expect(dependencies.of(execution("agent.py"))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: expect.stringMatching(/^"second==1.0.0" in its requirements.txt has no hash./),
  });
  expect(readdirSync(folder)).toEqual([]);
});
