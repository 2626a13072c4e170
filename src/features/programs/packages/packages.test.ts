import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { npmLock, startNpmRegistry } from "../../../../rig/packages/npm-registry.ts";
import { openTestPackages } from "../../../../rig/packages/open-packages.ts";
import { requirements, startPythonIndex } from "../../../../rig/packages/python-index.ts";

const TEN = Array.from({ length: 10 }, (_, n) => `word-${n}`);

test("F10: a lock is laid out read-only, by its digest, with one request for each package", async () => {
  const registry = await startNpmRegistry();
  const all = TEN.map((name) => registry.publish(name, "1.0.0", { "lib/index.js": `// ${name}` }));
  const { packages } = openTestPackages({ npm: registry.url });
  const closure = packages.readPackageLock(npmLock(all));
  const told: string[] = [];
  const folder = await packages.install(closure, ({ done, total }) =>
    told.push(`${done}/${total}`),
  );
  const file = join(folder, "node_modules/word-3/lib/index.js");
  expect(readFileSync(file, "utf8")).toBe("// word-3");
  expect([statSync(file).mode & 0o7777, statSync(folder).mode & 0o7777]).toEqual([0o444, 0o555]);
  expect(registry.asked).toHaveLength(10);
  expect(told.at(-1)).toBe("10/10");
  expect(await packages.install(closure)).toBe(folder);
  expect(registry.asked).toHaveLength(10);
});

test("F10: a second lock fetches nothing that is here, and two at once are one", async () => {
  const registry = await startNpmRegistry();
  const [one, two, three] = ["a", "b", "c"].map((name) => registry.publish(name, "1.0.0"));
  const { packages } = openTestPackages({ npm: registry.url });
  const lockOf = (...all: (typeof one)[]) =>
    packages.readPackageLock(npmLock(all.flatMap((it) => it ?? [])));
  const folders = await Promise.all([
    packages.install(lockOf(one, two)),
    packages.install(lockOf(one, two)),
  ]);
  expect(new Set(folders).size).toBe(1);
  await packages.install(lockOf(two, three));
  expect(registry.asked).toEqual(["/a/-/a-1.0.0.tgz", "/b/-/b-1.0.0.tgz", "/c/-/c-1.0.0.tgz"]);
});

test("F10: an archive with another hash is used for nothing", async () => {
  const registry = await startNpmRegistry();
  const all = [registry.publish("good", "1.0.0"), registry.publish("bad", "1.0.0")];
  registry.tamper("bad", "1.0.0");
  const { packages, folder } = openTestPackages({ npm: registry.url });
  await expect(packages.install(packages.readPackageLock(npmLock(all)))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: "The archive of bad 1.0.0 does not have the hash of the lock. Nothing of it was used.",
  });
  expect(readdirSync(join(folder, "packages/layouts"))).toEqual([]);
  expect(readdirSync(join(folder, "packages/archives"))).toHaveLength(1);
});

test("F10, A123: a lock that gives the hash of one package to another name or version is refused", async () => {
  const registry = await startNpmRegistry();
  const index = await startPythonIndex();
  registry.publish("good", "2.0.0");
  registry.publish("good", "1.0.0", { "index.js": "vulnerable" });
  const evil = registry.publish("evil", "1.0.0", { "index.js": "evil()" });
  const [pythonGood, pythonEvil] = ["good", "evil"].map((name) => index.publish(name, "1.0.0", {}));
  const { packages } = openTestPackages({ npm: registry.url, python: index.simple });
  // It is in the cache, under its own name.
  await packages.install(packages.readPackageLock(npmLock([evil])));
  const resolved = registry.addressOf("evil", "1.0.0");
  for (const name of ["good", "@scope/good"]) {
    const entry = { version: "2.0.0", integrity: evil.integrity, resolved };
    const lock = npmLock([], { [`node_modules/${name}`]: entry });
    await expect(packages.install(packages.readPackageLock(lock))).rejects.toMatchObject({
      code: "DEPENDENCY_MISSING",
    });
  }
  const install = async (lines: string) => packages.install(await packages.readRequirements(lines));
  await install(`evil==1.0.0 --hash=${pythonEvil?.hash}`);
  for (const [name, hash] of [
    ["good==1.0.0", pythonEvil?.hash],
    ["good==1.1.0", pythonGood?.hash],
  ]) {
    await expect(install(`${name} --hash=${hash}`)).rejects.toThrow(/has no wheel of good/);
  }
  await install(`good==1.0 --hash=${pythonGood?.hash}`);
});

test("F10: a layout or an archive that was changed is made anew", async () => {
  const registry = await startNpmRegistry();
  const lock = npmLock([registry.publish("a", "1.0.0", { "index.js": "1" })]);
  const { packages, folder } = openTestPackages({ npm: registry.url });
  const closure = packages.readPackageLock(lock);
  const place = await packages.install(closure);
  const changes = [
    (file: string) => appendFileSync(file, "evil()"),
    (file: string) => chmodSync(file, 0o755),
    (file: string) => rmSync(file),
    (file: string) => writeFileSync(`${file}.more`, "evil()"),
  ];
  for (const change of changes) {
    const own = join(place, "node_modules/a");
    chmodSync(own, 0o755);
    if (existsSync(join(own, "index.js"))) chmodSync(join(own, "index.js"), 0o644);
    change(join(own, "index.js"));
    // Another process, which has measured nothing yet.
    const again = openTestPackages({ npm: registry.url }, {}, folder).packages;
    expect(await again.install(closure)).toBe(place);
    expect(readFileSync(join(own, "index.js"), "utf8")).toBe("1");
    expect(readdirSync(own).toSorted()).toEqual(["index.js", "package.json"]);
    expect(statSync(join(own, "index.js")).mode & 0o777).toBe(0o444);
  }
  expect(registry.asked).toHaveLength(1);
  const archives = join(folder, "packages/archives");
  const [hash = ""] = readdirSync(archives);
  chmodSync(join(archives, hash, "package.tgz"), 0o600);
  appendFileSync(join(archives, hash, "package.tgz"), "x");
  rmSync(join(folder, "packages/layouts"), { recursive: true });
  expect(await packages.install(closure)).toBe(place);
  expect(registry.asked).toHaveLength(2);
});

test.each([
  ["a path that leads out", { name: "package/../../../evil", content: "x" }],
  ["an absolute path", { name: "/etc/evil", content: "x" }],
  ["a link", { name: "package/evil", type: "2", link: "/etc/passwd" }],
  ["a hard link", { name: "package/evil", type: "1", link: "package/package.json" }],
  ["a device", { name: "package/evil", type: "3" }],
  ["a file twice", { name: "other/package.json", content: "{}" }],
  ["two names that differ in case", { name: "package/PACKAGE.json", content: "{}" }],
  ["a file that is a folder", { name: "package/package.json/x", content: "{}" }],
])("F10: an archive with %s is refused, and nothing of it is laid out", async (_, part) => {
  const registry = await startNpmRegistry();
  const lock = npmLock([registry.publish("evil", "1.0.0", {}, {}, [part])]);
  const { packages, folder } = openTestPackages({ npm: registry.url });
  await expect(packages.install(packages.readPackageLock(lock))).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: expect.stringMatching(/^The archive of evil 1.0.0 cannot be unpacked/),
  });
  expect(readdirSync(join(folder, "packages/layouts"))).toEqual([]);
});

test("F10: set-id bits are gone, and the first folder has any name", async () => {
  const registry = await startNpmRegistry();
  const part = { name: "other/bin/run", content: "#!/bin/sh", mode: 0o6755 };
  const lock = npmLock([registry.publish("a", "1.0.0", {}, {}, [part])]);
  const { packages } = openTestPackages({ npm: registry.url });
  const folder = await packages.install(packages.readPackageLock(lock));
  expect(statSync(join(folder, "node_modules/a/bin/run")).mode & 0o7777).toBe(0o555);
});

test("F10: credentials go to the registry alone, from the settings or the variable of npm", async () => {
  const [own, other] = [await startNpmRegistry(), await startNpmRegistry()];
  const a = own.publish("a", "1.0.0");
  const secret = { npm: own.url, npm_token: "a reference: secret:TOKEN" };
  const { packages } = openTestPackages(secret, { NPM_TOKEN: "other" });
  await packages.install(packages.readPackageLock(npmLock([a])));
  expect([...own.credentials]).toEqual(["Bearer a-token"]);
  expect(other.asked).toEqual([]);
  const byVariable = openTestPackages({ npm: other.url }, { NPM_TOKEN: "from-env" }).packages;
  await byVariable.install(byVariable.readPackageLock(npmLock([other.publish("b", "1.0.0")])));
  expect([...other.credentials]).toEqual(["Bearer from-env"]);
});

test("F10: Python wheels are unpacked where pip puts them, with pages in JSON and in HTML", async () => {
  for (const html of [false, true]) {
    const index = await startPythonIndex({ html });
    const wheel = index.publish(
      "Big.Words",
      "2.0.0",
      { "big_words/__init__.py": "N = 1\n" },
      {
        more: {
          "big_words-2.0.0.data/purelib/pure.py": "",
          "big_words-2.0.0.data/platlib/plat.py": "",
          "big_words-2.0.0.data/data/share/words.txt": "",
          "big_words-2.0.0.data/scripts/words": "#!python\n",
          "big_words-2.0.0.data/headers/words.h": "",
          "certs/cacert.pem": "",
        },
      },
    );
    const { packages } = openTestPackages({ python: index.simple });
    const folder = await packages.install(await packages.readRequirements(requirements([wheel])));
    const files = readdirSync(join(folder, "site"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 6))
      .filter((path) => !path.startsWith("big_words-2.0.0.dist-info"));
    expect(files.toSorted()).toEqual([
      "big_words/__init__.py",
      "bin/words",
      "certs/cacert.pem",
      "plat.py",
      "pure.py",
      "share/words.txt",
    ]);
  }
});

test("F10: of several hashes the wheel for this Python is taken, and source never", async () => {
  const index = await startPythonIndex();
  const of = (tag: string) => index.publish("w", "1.0.0", { "w.py": `TAG = "${tag}"` }, { tag });
  const all = [of("cp311-cp311-win_amd64"), of("py3-none-any"), of("py2-none-any")];
  const lines = `w==1.0.0 ${all.map(({ hash }) => `--hash=${hash}`).join(" ")}\n`;
  const { packages } = openTestPackages({ python: index.simple });
  const folder = await packages.install(await packages.readRequirements(lines));
  expect(readFileSync(join(folder, "site/w.py"), "utf8")).toContain("py3-none-any");
  const foreign = `w==1.0.0 --hash=${all[0]?.hash}\n`;
  await expect(packages.install(await packages.readRequirements(foreign))).rejects.toThrow(
    /has no wheel of w 1.0.0 with a hash of the lock that fits Python 3/,
  );
});

test("F10: two wheels with one file are refused where it differs", async () => {
  const index = await startPythonIndex();
  const a = index.publish("a", "1.0.0", { "shared/__init__.py": "", "tests.py": "1" });
  const b = index.publish("b", "1.0.0", { "shared/__init__.py": "" });
  const c = index.publish("c", "1.0.0", { "tests.py": "2" });
  const { packages } = openTestPackages({ python: index.simple });
  const install = async (...all: (typeof a)[]) =>
    packages.install(await packages.readRequirements(requirements(all)));
  await install(a, b);
  await expect(install(a, c)).rejects.toThrow('"site/tests.py" comes with');
});

test("F10: packages that nothing uses for a month are removed; those in use stay", async () => {
  const registry = await startNpmRegistry();
  const lockOf = (name: string) => npmLock([registry.publish(name, "1.0.0")]);
  const { packages, folder } = openTestPackages({ npm: registry.url });
  const used = await packages.install(packages.readPackageLock(lockOf("used")));
  const place = (name: string) => readdirSync(join(folder, "packages", name));
  const other = openTestPackages({ npm: registry.url }, {}, folder).packages;
  await other.install(other.readPackageLock(lockOf("unused")));
  const [month, hour] = [new Date(Date.now() - 31 * 86_400_000), new Date(Date.now() - 7_200_000)];
  for (const name of place("layouts"))
    utimesSync(join(folder, "packages/layouts", name), month, month);
  for (const name of place("archives")) {
    utimesSync(join(folder, "packages/archives", name), month, month);
  }
  const left = join(folder, "packages/layouts/.new-left");
  mkdirSync(left);
  utimesSync(left, hour, hour);
  await packages.tidy();
  expect(place("layouts")).toHaveLength(1);
  expect(place("archives")).toHaveLength(0);
  expect(existsSync(join(used, "node_modules/used/package.json"))).toBe(true);
});
