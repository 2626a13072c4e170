import { expect, test } from "vitest";
import { readUvLock } from "./read-uv-lock.ts";

const MARKERS = new Map([["sys_platform", "linux"]]);
const hash = (n: number) => `sha256:${String(n).repeat(64)}`;
const PYPI = '{ registry = "https://pypi.org/simple" }';
const wheel = (n: number) =>
  `wheels = [{ url = "https://x/${n}.whl", hash = "${hash(n)}", size = 1 }]`;

const lock = (...packages: readonly string[]) =>
  ["version = 1", 'requires-python = ">=3.11"', ...packages.map((it) => `[[package]]\n${it}`)].join(
    "\n\n",
  );
const own = (needs: string) =>
  `name = "own"\nversion = "0.1.0"\nsource = { virtual = "." }\ndependencies = [${needs}]`;
const named = (name: string, n: number, more = "", source = PYPI) =>
  `name = "${name}"\nversion = "${n}.0.0"\nsource = ${source}\n${more}\n${wheel(n)}`;

const read = (text: string) => readUvLock(text, MARKERS);

test("F10: a uv.lock brings what its project needs here, transitively, by hash", async () => {
  const text = lock(
    own('{ name = "a" }, { name = "win", marker = "sys_platform == \'win32\'" }'),
    named("a", 1, 'dependencies = [{ name = "b", extra = ["fast"] }]'),
    `${named("b", 2)}\n[package.optional-dependencies]\nfast = [{ name = "c" }]`,
    named("c", 3, 'dependencies = [{ name = "a" }]'),
    named("win", 4),
    named("dev-only", 5),
  );
  expect(await read(text)).toEqual([
    { name: "a", version: "1.0.0", place: "site", hashes: [hash(1)] },
    { name: "b", version: "2.0.0", place: "site", hashes: [hash(2)] },
    { name: "c", version: "3.0.0", place: "site", hashes: [hash(3)] },
  ]);
});

test.each([
  ["a repository", '{ git = "https://example.com/a.git#0123" }'],
  ["an archive elsewhere", '{ url = "https://example.com/a.whl" }'],
  ["a folder", '{ directory = "../a" }'],
  ["a file", '{ path = "/etc/a.whl" }'],
  ["a folder that is edited", '{ editable = "../a" }'],
])("F10: a uv.lock that names %s is refused with the entry", async (_, source) => {
  const text = lock(own('{ name = "a" }'), named("a", 1, "", source));
  await expect(read(text)).rejects.toThrow(/^"a" in uv.lock comes from/);
});

test("F10: a package without a wheel, or that is missing, is named", async () => {
  const source = `name = "a"\nversion = "1.0.0"\nsource = ${PYPI}\nsdist = { url = "https://x/a.tar.gz", hash = "${hash(1)}" }`;
  await expect(read(lock(own('{ name = "a" }'), source))).rejects.toThrow(/"a" .* has no wheel/);
  await expect(read(lock(own('{ name = "a" }')))).rejects.toThrow(/"a" in uv.lock is not in it/);
  await expect(read("version = 2")).rejects.toThrow("uv.lock cannot be read");
});
