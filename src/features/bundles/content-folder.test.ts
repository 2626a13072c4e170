import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRedactor } from "../../base/redaction/redactor.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { createContentFolder } from "./content-folder.ts";
import { readFolder } from "./read/read-folder.ts";
import { storeBundle } from "./store-bundle.ts";
import { makeTree, type Tree, temporaryFolder } from "./testing/make-tree.ts";

const TREE: Tree = { "SKILL.md": "# Hello", "scripts/run.sh": "#!/bin/sh\n", empty: "" };

async function open(tree = TREE) {
  const store = openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const clock = createManualClock();
  const folder = join(temporaryFolder(), "content");
  const source = makeTree(tree);
  const read = await readFolder(source);
  await storeBundle({ store, clock, redactor: createRedactor() }, read, "source:test");
  const options = { store, clock, folder };
  return { ...options, options, source, digest: read.bundle.digest };
}

const mode = (...path: string[]) => statSync(join(...path)).mode & 0o7777;

test("a bundle is laid out as it was, read-only, under its digest", async () => {
  const { options, folder, digest } = await open({ ...TREE, large: "x".repeat(600_000) });
  const path = await createContentFolder(options).layOut(digest);
  expect(path).toBe(join(folder, digest.slice("sha256:".length)));
  expect((await readFolder(path)).bundle.digest).toBe(digest);
  expect(mode(folder)).toBe(0o700);
  expect([mode(path), mode(path, "scripts")]).toEqual([0o555, 0o555]);
  expect([mode(path, "SKILL.md"), mode(path, "scripts/run.sh")]).toEqual([0o444, 0o555]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("what is laid out already is used again, also by another process", async () => {
  const { options, digest } = await open();
  const content = createContentFolder(options);
  const path = await content.layOut(digest);
  const { ino } = statSync(path);
  await content.layOut(digest);
  await createContentFolder(options).layOut(digest);
  expect(statSync(path).ino).toBe(ino);
});

test("many at once, in one process and in several, get one folder that is whole", async () => {
  const { options, folder, digest } = await open();
  const contents = Array.from({ length: 6 }, () => createContentFolder(options));
  const paths = await Promise.all(
    [...contents, ...contents].map((content) => content.layOut(digest)),
  );
  expect(new Set(paths).size).toBe(1);
  expect((await readFolder(paths[0] ?? "")).bundle.digest).toBe(digest);
  expect(readdirSync(folder)).toHaveLength(1);
});

/** What somebody did to a laid-out folder, who could. */
const CHANGES: Readonly<Record<string, (path: string) => void>> = {
  "wrote to a file": (path) => writeFileSync(join(path, "SKILL.md"), "# Hullo"),
  "added a file": (path) => writeFileSync(join(path, "more.md"), ""),
  "added a file that bundles leave out": (path) => writeFileSync(join(path, ".env"), "X=1"),
  "added a folder of dependencies": (path) => mkdirSync(join(path, "node_modules")),
  "removed a file": (path) => rmSync(join(path, "empty")),
  "made a file executable": (path) => chmodSync(join(path, "SKILL.md"), 0o755),
  "put a link in its place": (path) => {
    rmSync(path, { recursive: true });
    symlinkSync(makeTree({ ...TREE, "SKILL.md": "# Other" }), path);
  },
  "put a link to the same in its place": (path) => {
    rmSync(path, { recursive: true });
    symlinkSync(makeTree(TREE), path);
  },
  "put a file in its place": (path) => {
    rmSync(path, { recursive: true });
    writeFileSync(path, "");
  },
  "removed it": (path) => rmSync(path, { recursive: true }),
};

test.each(Object.entries(CHANGES))(
  "A52: somebody %s: the next process notices, and lays it out anew",
  async (_, change) => {
    const { options, folder, digest } = await open();
    const path = await createContentFolder(options).layOut(digest);
    for (const each of [path, join(path, "scripts"), join(path, "SKILL.md")]) {
      chmodSync(each, 0o755);
    }
    change(path);
    const again = await createContentFolder(options).layOut(digest);
    expect(again).toBe(path);
    const { bundle, leftOut } = await readFolder(again);
    expect([bundle.digest, leftOut]).toEqual([digest, []]);
    expect([mode(path), mode(path, "SKILL.md")]).toEqual([0o555, 0o444]);
    expect(readdirSync(folder)).toHaveLength(1);
  },
);

test("A52: a folder that was exchanged is noticed by the process that had looked at it", async () => {
  const { options, digest } = await open();
  const content = createContentFolder(options);
  const path = await content.layOut(digest);
  rmSync(path, { recursive: true });
  makeTree({ ...TREE, "SKILL.md": "# Other" }, path);
  await content.layOut(digest);
  expect(readFileSync(join(path, "SKILL.md"), "utf8")).toBe("# Hello");
});

test("A53: what happens to the source after it was read changes nothing", async () => {
  const { options, source, digest } = await open();
  writeFileSync(join(source, "SKILL.md"), "# Changed");
  rmSync(join(source, "scripts"), { recursive: true });
  const path = await createContentFolder(options).layOut(digest);
  expect((await readFolder(path)).bundle.digest).toBe(digest);
});

test("a digest that is none, or that the store does not have, is no path", async () => {
  const { options, folder } = await open();
  const content = createContentFolder(options);
  for (const digest of ["sha256:../../x", "../x", "", `sha256:${"0".repeat(64)}`]) {
    await expect(content.layOut(digest)).rejects.toMatchObject({ code: "BUNDLE_NOT_FOUND" });
  }
  expect(existsSync(folder)).toBe(false);
});

test("a content that is not what its digest says is not laid out", async () => {
  const { options, store, folder, digest } = await open();
  const files = { ...store.files, chunk: async () => new Uint8Array([1]) };
  const content = createContentFolder({ ...options, store: { ...store, files } });
  await expect(content.layOut(digest)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  expect(readdirSync(folder)).toEqual([]);
  await createContentFolder(options).layOut(digest);
});

test("what was laid out goes with its bundle, and what a dead process left goes after an hour", async () => {
  const { options, store, clock, folder, digest } = await open();
  const content = createContentFolder(options);
  await content.tidy();
  const path = await content.layOut(digest);
  makeTree({ a: "" }, join(folder, ".new-dead"));
  const long = new Date(clock.now() - 3_700_000);
  utimesSync(join(folder, ".new-dead"), long, long);
  makeTree({ a: "" }, join(folder, ".new-alive"));
  writeFileSync(join(folder, "note.txt"), "of the owner");
  await content.tidy();
  expect(readdirSync(folder).sort()).toEqual([".new-alive", path.slice(-64), "note.txt"].sort());
  await store.journal.commit("test.drop", [
    { type: "bundle.release", usedBy: "source:test" },
    { type: "bundles.sweep", before: "9999" },
  ]);
  await content.tidy();
  expect(readdirSync(folder).sort()).toEqual([".new-alive", "note.txt"]);
  await expect(content.layOut(digest)).rejects.toMatchObject({ code: "BUNDLE_NOT_FOUND" });
});
