import { expect, test } from "vitest";
import { makeTree, treeOf } from "../testing/make-tree.ts";
import { makeZip } from "../testing/make-zip.ts";
import { readFolder } from "./read-folder.ts";
import { readZip } from "./read-zip.ts";

const LIMITS = { files: 3, bytes: 1_000, depth: 3 };

test("a zip is the bundle that its folder is, stored or compressed, with or without an outer folder", async () => {
  const { bundle } = await readFolder(makeTree({ "SKILL.md": "a".repeat(500), "x/run.sh": "b" }));
  for (const top of ["", "my-skill/", "my skill é/"]) {
    for (const method of [0, 8]) {
      const zip = makeZip([
        ...(top === "" ? [] : [{ name: top, mode: 0o040755, method: 0 }]),
        { name: `${top}x/`, mode: 0o040755, method: 0 },
        { name: `${top}x/run.sh`, content: "b", mode: 0o100755, method },
        { name: `${top}SKILL.md`, content: "a".repeat(500), method },
      ]);
      expect((await readZip(zip)).bundle).toEqual(bundle);
    }
  }
});

test("what a Mac adds does not count as a second folder, and is listed", async () => {
  const { bundle, leftOut } = await readZip(
    makeZip([
      { name: "skill/SKILL.md", content: "a" },
      { name: "skill/.DS_Store", content: "x" },
      { name: "skill/node_modules/a/1.js", content: "x" },
      { name: "skill/node_modules/a/2.js", content: "x" },
      { name: "__MACOSX/skill/._SKILL.md", content: "x" },
    ]),
  );
  expect(bundle.files.map(({ path }) => path)).toEqual(["SKILL.md"]);
  expect(leftOut.map(({ path }) => path)).toEqual([".DS_Store", "__MACOSX", "node_modules"]);
});

test("a zip in a zip is a file", async () => {
  const inner = makeZip([{ name: "../../x", content: "x" }]);
  const read = await readZip(makeZip([{ name: "inner.zip", content: inner }]));
  expect(treeOf(read)["inner.zip"]).toBe(Buffer.from(inner).toString("latin1"));
});

test("set-id bits are not kept, and what says nothing of modes has no executable", async () => {
  const { bundle } = await readZip(
    makeZip([
      { name: "a", mode: 0o106755 },
      { name: "b", mode: 0 },
    ]),
  );
  expect(bundle.files.map(({ executable }) => executable)).toEqual([true, false]);
});

test.each([
  ["no zip at all", new Uint8Array([1, 2, 3]), /not a zip/],
  ["an empty one", makeZip([]), /no file/],
  ["one that is cut", makeZip([{ name: "a", content: "a" }]).subarray(4), /zip/],
  ["too many bytes as it comes", new Uint8Array(1_001), /more than 1000 bytes/],
  ["a file too many", makeZip(["1", "2", "3", "4"].map((name) => ({ name }))), /more than 3 files/],
  ["a file too deep", makeZip([{ name: "a" }, { name: "b/c/d/e" }]), /more than 3 names deep/],
  ["a way to compress that is not known", makeZip([{ name: "a", method: 99 }]), /deflate/],
])("%s is refused, and it says what to change", async (_, zip, message) => {
  const reading = readZip(zip, LIMITS);
  await expect(reading).rejects.toMatchObject({ code: "BUNDLE_INVALID" });
  await expect(reading).rejects.toThrow(message);
});
