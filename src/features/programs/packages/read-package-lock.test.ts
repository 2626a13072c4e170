import { expect, test } from "vitest";
import { closureOf } from "./closure.ts";
import type { NodeMachine } from "./machine.ts";
import { readPackageLock } from "./read-package-lock.ts";

const MACHINE: NodeMachine = { os: "linux", cpu: "x64", libc: "glibc" };
const HASH = `sha512-${"A".repeat(86)}==`;
const HEX = `sha512:${"0".repeat(128)}`;
const entry = (more: object = {}) => ({ version: "1.0.0", integrity: HASH, ...more });

function read(packages: object, options: Partial<Parameters<typeof readPackageLock>[1]> = {}) {
  const lock = JSON.stringify({ lockfileVersion: 3, packages });
  const { locked, fits } = readPackageLock(lock, { machine: MACHINE, ...options });
  return { locked, places: locked.filter(fits).map(({ place }) => place) };
}

test("F10: a lock is read to names, versions, places and hashes", () => {
  const { locked } = read({
    "": { dependencies: { a: "^1.0.0" } },
    "node_modules/a": entry(),
    "node_modules/@s/b/node_modules/c": entry({ name: "other", version: "2.0.0-rc.1" }),
  });
  expect(locked).toEqual([
    { name: "a", version: "1.0.0", place: "node_modules/a", hashes: [HEX] },
    {
      name: "other",
      version: "2.0.0-rc.1",
      place: "node_modules/@s/b/node_modules/c",
      hashes: [HEX],
    },
  ]);
});

test("F10: packages for tests, for other systems, and inside of others are left out", () => {
  const { places } = read({
    "node_modules/dev": { version: "git", dev: true },
    "node_modules/mac": entry({ optional: true, os: ["darwin"] }),
    "node_modules/arm": entry({ optional: true, cpu: ["arm64"] }),
    "node_modules/musl": entry({ optional: true, libc: ["musl"] }),
    "node_modules/not-linux": entry({ optional: true, os: ["!linux"] }),
    "node_modules/not-mac": entry({ optional: true, os: ["!darwin"] }),
    "node_modules/one": entry({ optional: true, os: "linux", cpu: "x64" }),
    "node_modules/around": entry(),
    "node_modules/around/node_modules/inside": { version: "1.0.0", inBundle: true },
  });
  expect(places).toEqual(["node_modules/not-mac", "node_modules/one", "node_modules/around"]);
});

test("F10: a package for another system that is not optional is named", () => {
  expect(() => read({ "node_modules/mac": entry({ os: ["darwin"] }) })).toThrow(
    '"mac@1.0.0" is not for this system.',
  );
});

test("F10: a package that says it lies inside another one that is not there is refused", () => {
  const inside = { "node_modules/inside": { version: "1.0.0", inBundle: true } };
  expect(() => read(inside)).toThrow("has no sha512 hash");
});

test("F10: an archive over http is fetched from the configured registry alone", () => {
  const resolved = "http://npm.corp.example/x/a-1.0.0.tgz";
  const packages = { "node_modules/a": entry({ resolved }) };
  expect(() => read(packages)).toThrow(/comes from http/);
  const registry = "http://npm.corp.example/";
  expect(read(packages, { registry }).locked).toHaveLength(1);
});

test.each([
  "../../etc",
  "node_modules/..",
  "node_modules/a/../b",
  "/etc",
  "node_modules/.bin/x",
  "x",
])("F10: a place that leads out is refused: %s", (place) => {
  expect(() => read({ [place]: entry() })).toThrow(/is a folder|has no name/);
});

test("F10: locks of two machines have one digest", () => {
  const packages = {
    "node_modules/mac": entry({ optional: true, os: ["darwin"] }),
    "node_modules/a": entry({ resolved: "https://one.example/a/-/a-1.0.0.tgz" }),
  };
  const digestOn = (machine: NodeMachine) => {
    const lock = JSON.stringify({ lockfileVersion: 3, packages });
    const { locked, fits } = readPackageLock(lock, { machine });
    return closureOf("npm", locked, fits);
  };
  const [linux, mac] = [digestOn(MACHINE), digestOn({ ...MACHINE, os: "darwin" })];
  expect(linux.digest).toBe(mac.digest);
  expect([linux.entries.length, mac.entries.length]).toEqual([1, 2]);
});

test.each(["", "{", "[]", '{"lockfileVersion": 1}', '{"lockfileVersion": 3}'])(
  "F10: a text that is no lock is refused in words: %j",
  (lock) => {
    expect(() => readPackageLock(lock, {})).toThrow("cannot be read, or is older than npm 7.");
  },
);
