import { expect, test } from "vitest";
import { closureOf, type LockedEntry } from "./closure.ts";
import { createPackageRequests, packageLines, packageSummary } from "./package-requests.ts";

const entry = (name: string, version: string, n = 0): LockedEntry => ({
  name,
  version,
  place: `node_modules/${name}`,
  hashes: [`sha512:${String(n).repeat(128)}`],
});

const request = (entries: readonly LockedEntry[], before: readonly LockedEntry[] = []) => ({
  for: "mcp:files",
  closure: closureOf("npm", entries),
  bytes: new Map([["b@1.0.0", 1_500_000]]),
  before,
  apply: async () => {},
});

test("F10: each package is told with its version and size, new ones first", () => {
  const now = [
    entry("a", "1.0.0"),
    entry("b", "1.0.0"),
    entry("c", "2.0.0"),
    entry("d", "1.0.0", 2),
  ];
  expect(packageLines(request(now))).toEqual(["a 1.0.0", "b 1.0.0 (1.5 MB)", "c 2.0.0", "d 1.0.0"]);
  const before = [entry("a", "1.0.0"), entry("c", "1.0.0"), entry("d", "1.0.0", 1)];
  expect(packageLines(request(now, before))).toEqual([
    "b 1.0.0 (1.5 MB, new)",
    "c 2.0.0 (changed)",
    "d 1.0.0 (changed)",
    "a 1.0.0",
  ]);
});

test("F10: a request is found by what it is for and by the digest of its packages alone", async () => {
  const requests = createPackageRequests(async () => undefined);
  const asked = request([entry("a", "1.0.0")]);
  const input = requests.add(asked);
  expect(input).toEqual({
    ...{ for: "mcp:files", ecosystem: "npm", packages: 1 },
    digest: asked.closure.digest,
  });
  expect(await requests.find(input)).toBe(asked);
  expect(packageSummary(asked)).toMatchObject({ count: 1, digest: asked.closure.digest });
  for (const other of [{ for: "mcp:other" }, { digest: "0".repeat(64) }]) {
    await expect(requests.find({ ...input, ...other })).rejects.toThrow(/Ask again/);
  }
  requests.remove(input);
  await expect(requests.find(input)).rejects.toThrow(/Ask again/);
});

test("F10: a request of an earlier process is made anew, of the same packages alone", async () => {
  const asked = request([entry("a", "1.0.0")]);
  const input = createPackageRequests(async () => undefined).add(asked);
  expect(await createPackageRequests(async () => asked).find(input)).toBe(asked);
  const newer = createPackageRequests(async () => request([entry("a", "1.0.1")]));
  await expect(newer.find(input)).rejects.toThrow(/needs other packages now/);
});

test("F10: more packages than a person can look at are refused", () => {
  const many = Array.from({ length: 1_001 }, (_, n) => entry(`p${n}`, "1.0.0"));
  expect(() => createPackageRequests(async () => undefined).add(request(many))).toThrow(
    /more than 1000 packages/,
  );
});
