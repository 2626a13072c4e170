import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startNpmRegistry } from "../../../../rig/packages/npm-registry.ts";
import { openTestPackages } from "../../../../rig/packages/open-packages.ts";
import { startPythonIndex } from "../../../../rig/packages/python-index.ts";

const manifest = (dependencies: Record<string, string>) => JSON.stringify({ dependencies });
const namesOf = (entries: readonly { name: string; version: string }[]) =>
  entries.map(({ name, version }) => `${name}@${version}`).toSorted();

test("F10: npm makes a lock in a box, of versions and hashes that the registry states", async () => {
  const registry = await startNpmRegistry();
  const trace = join(mkdtempSync(join(tmpdir(), "capstan-trace-")), "ran");
  const scripts = { preinstall: `touch ${trace}`, prepare: `touch ${trace}` };
  registry.publish("@s/top", "1.0.0", {}, { dependencies: { below: "^2.0.0" }, scripts });
  for (const version of ["1.9.0", "2.0.0", "2.1.0", "3.0.0"]) registry.publish("below", version);
  const { packages } = openTestPackages({ npm: registry.url });
  const text = await packages.proposePackageLock(manifest({ "@s/top": "^1.0.0" }));
  const closure = packages.readPackageLock(text);
  expect(namesOf(closure.entries)).toEqual(["@s/top@1.0.0", "below@2.1.0"]);
  const folder = await packages.install(closure);
  expect(existsSync(join(folder, "node_modules/@s/top/package.json"))).toBe(true);
  expect(existsSync(trace)).toBe(false);
}, 60_000);

test("F10, A123: a dependency that npm would clone or read from this machine is neither", async () => {
  const registry = await startNpmRegistry();
  const folder = mkdtempSync(join(tmpdir(), "capstan-elsewhere-"));
  for (const [name, spec] of [
    ["by-git", `git+file://${folder}`],
    ["by-file", `file:${folder}`],
    ["by-url", `${registry.url}other.tgz`],
  ] as const) {
    registry.publish(name, "1.0.0", {}, { dependencies: { below: spec } });
    const { packages } = openTestPackages({ npm: registry.url });
    await expect(packages.proposePackageLock(manifest({ [name]: "1.0.0" }))).rejects.toMatchObject({
      code: "DEPENDENCY_MISSING",
    });
    await expect(packages.proposePackageLock(manifest({ a: spec }))).rejects.toThrow(
      /package.json asks for "a" from/,
    );
  }
}, 60_000);

test("F10: packages that the registry does not have are named", async () => {
  const registry = await startNpmRegistry();
  const index = await startPythonIndex();
  const { packages } = openTestPackages({ npm: registry.url, python: index.simple });
  await expect(packages.proposePackageLock(manifest({ nothing: "1.0.0" }))).rejects.toThrow(
    `The packages that it needs could not be found. ${registry.host} does not have "nothing".`,
  );
  await expect(packages.proposeRequirements(["nothing"])).rejects.toThrow(
    `The packages that it needs could not be found. ${index.host} does not have "nothing".`,
  );
}, 60_000);

test("F10: pip finds the wheels in a box, and builds nothing", async () => {
  const index = await startPythonIndex();
  const trace = join(mkdtempSync(join(tmpdir(), "capstan-trace-")), "ran");
  const source = `evil @ ${index.url}files/evil-1.0.tar.gz`;
  const top = index.publish("Top", "1.0.0", { "top.py": "" }, { needs: ["below>=2,<3"] });
  const of = (tag: string) => index.publish("below", "2.1.0", { "below.py": tag }, { tag });
  const wheels = [of("py3-none-any"), of("cp27-cp27m-win32")];
  index.publish("below", "3.0.0", {});
  index.publish("hostile", "1.0.0", {}, { needs: [source] });
  const { packages } = openTestPackages({ python: index.simple });
  const text = await packages.proposeRequirements(["top"]);
  const hashes = wheels.map(({ hash }) => `--hash=${hash}`).toSorted();
  expect(text).toBe(`below==2.1.0 ${hashes.join(" ")}\ntop==1.0.0 --hash=${top.hash}`);
  const asked = index.asked.length;
  const closure = await packages.readRequirements(text);
  const folder = await packages.install(closure);
  expect(existsSync(join(folder, "site/below.py"))).toBe(true);
  // The wheels came while pip looked for them.
  expect(index.asked).toHaveLength(asked);
  await expect(packages.proposeRequirements(["hostile"])).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
  });
  expect(index.asked).not.toContain("/files/evil-1.0.tar.gz");
  expect(existsSync(trace)).toBe(false);
}, 60_000);

test.each([
  "-e .",
  "--index-url http://x",
  "x @ file:///etc",
  "./x.whl",
  "git+https://x/y",
  "a\nb",
])("F10: a requirement that is no version of the index is refused: %j", async (line) => {
  const { packages } = openTestPackages();
  await expect(packages.proposeRequirements([line])).rejects.toThrow(/names something other/);
});
