import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** A folder with one wheel, which is a zip by another name. */
function makeWheels(): string {
  const info = "greeting-1.0.0.dist-info";
  const wheels = makeFolder();
  const code = `import zipfile
with zipfile.ZipFile("greeting-1.0.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("greeting.py", "WORD = 'hello'\\n")
    wheel.writestr("${info}/METADATA", "Metadata-Version: 2.1\\nName: greeting\\nVersion: 1.0.0\\n")
    wheel.writestr("${info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("${info}/RECORD", "greeting.py,,\\n${info}/METADATA,,\\n${info}/WHEEL,,\\n${info}/RECORD,,\\n")`;
  execFileSync("python3", ["-c", code], { cwd: wheels });
  return wheels;
}

const execution = (entry: string, more = {}) =>
  ChildExecution.parse({
    ...{ type: "child", protocol: "agent", bundle: "sha256:a", name: "x" },
    ...{ entry, ...more },
  });

function open(bundle: string, env: NodeJS.ProcessEnv = {}) {
  const folder = makeFolder();
  const dependencies = createDependencies({
    folder,
    layOut: async () => bundle,
    npm: "npm",
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  });
  return { folder, dependencies };
}

longTest(
  "I11: Python packages come as wheels, once for each lock, and nothing else does",
  async () => {
    const bundle = makeFolder({ "requirements.txt": "# what it needs\ngreeting==1.0.0\n" });
    const offline = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: makeWheels() };
    const { dependencies } = open(bundle, offline);
    const { mounts, env } = await dependencies.of(execution("agent.py"));
    expect(mounts).toMatchObject([{ target: "/packages", mode: "ro" }]);
    expect(readFileSync(join(mounts[0]?.source ?? "", "greeting.py"), "utf8")).toContain("hello");
    expect(env).toEqual({ CAPSTAN_PACKAGES: "/packages" });
  },
  60_000,
);

test("I11: what cannot be installed, and programs that are not there, are named", async () => {
  const bundle = makeFolder({ "requirements.txt": "no-such-thing==1.0.0\n" });
  const { dependencies, folder } = open(bundle, { PIP_NO_INDEX: "1" });
  await expect(dependencies.of(execution("agent.py"))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: expect.stringContaining("no-such-thing==1.0.0"),
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
  const resolved = `http://127.0.0.1:${(server.address() as AddressInfo).port}/greeting.tgz`;
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const own = { name: "x", version: "1.0.0", dependencies: { greeting: "1.0.0" } };
  const lock = (hash: object) => ({
    ...{ name: "x", version: "1.0.0", lockfileVersion: 3, requires: true },
    packages: {
      "": own,
      "node_modules/greeting": { version: "1.0.0", resolved, hasInstallScript: true, ...hash },
    },
  });
  const bundleOf = (hash: object) =>
    makeFolder({
      "package.json": JSON.stringify(own),
      "package-lock.json": JSON.stringify(lock(hash)),
    });
  const { mounts } = await open(bundleOf({ integrity })).dependencies.of(execution("agent.ts"));
  expect(mounts).toMatchObject([{ target: "/node_modules", mode: "ro" }]);
  expect(existsSync(join(mounts[0]?.source ?? "", "greeting/index.js"))).toBe(true);
  expect(existsSync(trace)).toBe(false);
  await expect(open(bundleOf({})).dependencies.of(execution("agent.ts"))).rejects.toMatchObject({
    message: '"node_modules/greeting" in its package-lock.json has no hash.',
  });
}, 60_000);
