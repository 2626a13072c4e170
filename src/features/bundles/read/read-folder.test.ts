import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/runs.ts";
import { makeTree, temporaryFolder, treeOf } from "../testing/make-tree.ts";
import { makeZip } from "../testing/make-zip.ts";
import { readFolder } from "./read-folder.ts";
import { readZip } from "./read-zip.ts";

const LIMITS = { files: 4, bytes: 100, depth: 3 };

test("has every file with its path, content and executable bit, by path", async () => {
  const folder = makeTree({ "scripts/run.sh": "#!/bin/sh\n", "SKILL.md": "# Hello", empty: "" });
  const read = await readFolder(folder);
  expect(
    read.bundle.files.map(({ path, size_bytes, executable }) => [path, size_bytes, executable]),
  ).toEqual([
    ["SKILL.md", 7, false],
    ["empty", 0, false],
    ["scripts/run.sh", 10, true],
  ]);
  expect(treeOf(read)["SKILL.md"]).toBe("# Hello");
  expect(read.leftOut).toEqual([]);
});

test("the digest is that of paths, contents and executable bits, and of nothing else", async () => {
  const tree = { "SKILL.md": "a", "x/run.sh": "b" };
  const digestOf = async (folder: string) => (await readFolder(folder)).bundle.digest;
  const digest = await digestOf(makeTree(tree));
  const same = makeTree(Object.fromEntries(Object.entries(tree).reverse()));
  mkdirSync(join(same, "nothing in it"));
  chmodSync(join(same, "SKILL.md"), 0o600);
  chmodSync(join(same, "x/run.sh"), 0o6711);
  expect(await digestOf(same)).toBe(digest);
  const others = [
    makeTree({ ...tree, "SKILL.md": "A" }),
    makeTree({ "Skill.md": "a", "x/run.sh": "b" }),
    makeTree({ ...tree, more: "" }),
    makeTree({ "SKILL.md": "b", "x/run.sh": "a" }),
  ];
  const notExecutable = makeTree(tree);
  chmodSync(join(notExecutable, "x/run.sh"), 0o644);
  const digests = await Promise.all([...others, notExecutable].map(digestOf));
  expect(new Set([digest, ...digests]).size).toBe(6);
});

test("the digest of a known folder is pinned: stored approvals are bound to it", async () => {
  const { bundle } = await readFolder(makeTree({ "SKILL.md": "# Hello", "run.sh": "x" }));
  expect(bundle.digest).toBe(
    "sha256:914f2e465c6401ed8b7a06d53ffe14a4f05e865294b67f47feca40afccf4dc8f",
  );
});

test("repositories, dependencies, secrets and keys are left out and listed, in any case", async () => {
  const names = [
    ".git/config",
    "sub/.GIT/config",
    "node_modules/a/index.js",
    ".env",
    "sub/.Env.local",
    "server.pem",
    "Server.KEY",
    "id_rsa",
    "id_ed25519.pub",
    ".npmrc",
    "sub/.netrc",
    ".ssh/config",
  ];
  const folder = makeTree({
    "SKILL.md": "a",
    "environment.md": "b",
    ".github/x.yml": "c",
    ...Object.fromEntries(names.map((name) => [name, "secret"])),
  });
  const { bundle, leftOut } = await readFolder(folder);
  expect(bundle.files.map(({ path }) => path)).toEqual([
    ".github/x.yml",
    "SKILL.md",
    "environment.md",
  ]);
  expect(leftOut.map(({ path }) => path)).toEqual(
    [
      ".env",
      ".git",
      ".npmrc",
      ".ssh",
      "Server.KEY",
      "id_ed25519.pub",
      "id_rsa",
      "node_modules",
      "server.pem",
      "sub/.Env.local",
      "sub/.GIT",
      "sub/.netrc",
    ].sort(),
  );
  for (const { reason } of leftOut) expect(reason).toMatch(/^[A-Z].*\.$/);
});

test("a link to a file inside the folder is a copy of it, over other links and folders, too", async () => {
  const folder = makeTree({ "SKILL.md": "a", "docs/run.sh": "b" });
  symlinkSync("SKILL.md", join(folder, "README.md"));
  symlinkSync("../README.md", join(folder, "docs/again.md"));
  symlinkSync("docs", join(folder, "folder"));
  symlinkSync("./folder/../docs/run.sh", join(folder, "start"));
  const read = await readFolder(folder);
  expect(treeOf(read)).toEqual({
    "README.md": "a",
    "SKILL.md": "a",
    "docs/again.md": "a",
    "docs/run.sh": "b",
    start: "b",
  });
  expect(read.bundle.files.find(({ path }) => path === "start")?.executable).toBe(true);
  expect(read.leftOut).toEqual([
    { path: "folder", reason: "It is a link to a folder. Put the folder itself there." },
  ]);
});

test("hard links among the files of the folder are files", async () => {
  const folder = makeTree({ a: "one" });
  linkSync(join(folder, "a"), join(folder, "b"));
  symlinkSync("b", join(folder, "c"));
  expect(treeOf(await readFolder(folder))).toEqual({ a: "one", b: "one", c: "one" });
});

test.each([
  ["a file too many", { "1": "", "2": "", "3": "", "4": "", "5": "" }, /more than 4 files/],
  ["too many bytes", { a: "x".repeat(60), b: "x".repeat(41) }, /"b" brings it over 100 bytes/],
  ["a file too deep", { "a/b/c/d": "" }, /"a\/b\/c" lies more than 3 names deep/],
  ["nothing at all", {}, /no file/],
  ["nothing but what is left out", { ".env": "x" }, /no file/],
])("%s is refused, and it says what to change", async (_, tree, message) => {
  const reading = readFolder(makeTree(tree), LIMITS);
  await expect(reading).rejects.toMatchObject({ code: "BUNDLE_INVALID" });
  await expect(reading).rejects.toThrow(message);
});

test("exactly as much as may be is taken in", async () => {
  const tree = { "a/b/c": "x".repeat(100), "2": "", "3": "", "4": "" };
  expect((await readFolder(makeTree(tree), LIMITS)).bundle.files).toHaveLength(4);
});

test("what is no folder is told apart from one that is empty", async () => {
  const folder = makeTree({ "a.txt": "" });
  for (const path of [join(folder, "none"), join(folder, "a.txt")]) {
    await expect(readFolder(path)).rejects.toThrow(/no folder/);
  }
});

test("a folder that a person names by a link is read; where it leads is what counts", async () => {
  const folder = makeTree({ "SKILL.md": "a" });
  const link = join(temporaryFolder(), "link");
  symlinkSync(folder, link);
  expect(treeOf(await readFolder(link))).toEqual({ "SKILL.md": "a" });
});

test("where descriptors have no path, the result is the same", async () => {
  const folder = makeTree({ "SKILL.md": "a", "x/y.sh": "b", ".env": "c" });
  symlinkSync("../SKILL.md", join(folder, "x/link"));
  symlinkSync("/etc/passwd", join(folder, "out"));
  const [here, there] = [
    await readFolder(folder),
    await readFolder(folder, undefined, { useDescriptors: false }),
  ];
  expect(there).toEqual(here);
});

/** Names as people and enemies choose them. */
const name = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 5 }) },
  fc.constantFrom("a", "A", "é", "e\u0301", "ß", "SS", ".git", ".env", "a\nb", "\u001b[2J", "…"),
);
const anyTree = fc.dictionary(
  fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/")),
  fc.uint8Array({ maxLength: 20 }),
  { minKeys: 1, maxKeys: 6, noNullPrototype: true },
);

test("any tree of names is refused, or comes back byte for byte, from a zip too, in any order", async () => {
  const home = temporaryFolder();
  let [taken, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(anyTree, fc.boolean(), async (tree, isReversed) => {
      const folder = join(home, "tree");
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      const entries = Object.entries(tree).filter(([path, content]) => {
        // No disk has these names.
        if (path.includes("\0")) return false;
        if (path.split("/").some((part) => ["", ".", ".."].includes(part))) return false;
        try {
          makeTree({ [path]: content }, folder);
          return true;
        } catch {
          return false;
        }
      });
      const order = isReversed ? entries.reverse() : entries;
      const zip = makeZip(
        order.map(([path, content]) => ({
          name: `top/${path}`,
          content,
          mode: path.endsWith(".sh") ? 0o100755 : 0o100644,
        })),
      );
      const outcomes = await Promise.all(
        [readFolder(folder), readZip(zip)].map((reading) =>
          reading.then(
            (read) => read,
            (error) => error.code as string,
          ),
        ),
      );
      const [fromFolder, fromZip] = outcomes;
      if (!fromFolder || typeof fromFolder === "string") {
        refused += 1;
        expect(fromFolder).toBe("BUNDLE_INVALID");
        return;
      }
      taken += 1;
      const given = new Map(order.map(([path, bytes]) => [path.normalize("NFC"), bytes]));
      for (const { path, digest } of fromFolder.bundle.files) {
        expect(Buffer.from(fromFolder.contents.get(digest) ?? "none")).toEqual(
          Buffer.from(given.get(path) ?? "other"),
        );
      }
      // What is left out of a folder is not looked into; a zip must be right in all its names.
      if (fromFolder.leftOut.length > 0 && fromZip === "BUNDLE_INVALID") return;
      expect(fromZip).toEqual(fromFolder);
    }),
    // Three in ten are refused.
    runs(150, 300),
  );
  expect(taken).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(20);
});

test("a file that cannot be read is named", async () => {
  const folder = makeTree({ "SKILL.md": "a" });
  writeFileSync(join(folder, "hidden"), "x", { mode: 0 });
  const reading = readFolder(folder);
  // Whoever is root may read everything.
  if (process.getuid?.() === 0) expect((await reading).bundle.files).toHaveLength(2);
  else await expect(reading).rejects.toThrow(/"hidden" cannot be read/);
});
