import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeTar, paxPart, type TarPart } from "../testing/make-tar.ts";
import { makeTree, treeOf } from "../testing/make-tree.ts";
import { makeZip } from "../testing/make-zip.ts";
import { readArchive } from "./read-archive.ts";
import { readFolder } from "./read-folder.ts";

const LIMITS = { files: 3, bytes: 1_000, depth: 3 };
const SKILL: TarPart = { name: "SKILL.md", content: "a" };

test("a tar.gz and a zip are the bundle that their folder is, whichever way a tar writes its names", async () => {
  const deep = `docs/${"long-".repeat(30)}name.md`;
  const { bundle } = await readFolder(makeTree({ "SKILL.md": "a", [deep]: "b", "x/run.sh": "c" }));
  const files = [{ name: "SKILL.md", content: "a" }];
  const run = { name: "x/run.sh", content: "c", mode: 0o755 };
  const gnu = [
    { name: "././@LongLink", type: "L", content: `${deep}\0` },
    { name: "cut", content: "b" },
  ];
  const pax = [paxPart({ path: deep }), { name: "cut", content: "b" }];
  for (const written of [gnu, pax]) {
    const folder = { name: "x/", type: "5" };
    expect((await readArchive(makeTar([...files, ...written, folder, run]))).bundle).toEqual(
      bundle,
    );
  }
  const outer = [
    { name: "./", type: "5" },
    { name: "./package/x", prefix: "", content: "c" },
  ];
  expect(treeOf(await readArchive(makeTar(outer)))).toEqual({ x: "c" });
  const prefixed = [{ name: "SKILL.md", prefix: "package", content: "a" }];
  expect(treeOf(await readArchive(makeTar(prefixed)))).toEqual({ "SKILL.md": "a" });
  const zip = makeZip([{ name: "SKILL.md", content: "a" }]);
  expect(treeOf(await readArchive(zip))).toEqual({ "SKILL.md": "a" });
});

test("A33: what is a secret on a system that drops dots and spaces is left out", async () => {
  const read = await readArchive(makeTar([SKILL, { name: ".env. " }, { name: ".git./config" }]));
  expect(read.leftOut.map(({ path }) => path)).toEqual([".env. ", ".git."]);
});

test("a comment of git is no path, and what holds secrets is left out", async () => {
  const comment = { ...paxPart({ comment: "0123" }), type: "g" };
  const read = await readArchive(makeTar([comment, SKILL, { name: ".env", content: "KEY=1" }]));
  expect(treeOf(read)).toEqual({ "SKILL.md": "a" });
  expect(read.leftOut.map(({ path }) => path)).toEqual([".env"]);
});

const many = ["1", "2", "3", "4"].map((name) => ({ name }));

test.each<[string, Uint8Array, RegExp]>([
  ["neither", Buffer.from("hello"), /neither a zip nor a tar\.gz/],
  ["a damaged one", makeTar([SKILL]).subarray(0, 30), /not a tar\.gz, or a damaged one/],
  ["an empty one", makeTar([]), /no file/],
  ["a path out of it", makeTar([{ name: "../evil" }]), /"\.\.\/evil" leads out/],
  [
    "one out of it by pax",
    makeTar([paxPart({ path: "a/../../b" }), SKILL]),
    /leads out of the archive/,
  ],
  ["an absolute path", makeTar([{ name: "/etc/passwd" }]), /absolute path/],
  ["one of Windows", makeTar([{ name: "C:evil" }]), /absolute path/],
  ["a backslash", makeTar([{ name: "a\\b" }]), /"\/" or/],
  ["a link that leaves", makeTar([{ name: "a", type: "2", link: "../../etc" }]), /"a" is a link\./],
  ["a hard link", makeTar([{ name: "a", type: "1", link: "/etc/passwd" }]), /a hard link/],
  ["a device", makeTar([{ name: "a", type: "3" }]), /a device/],
  ["a pipe", makeTar([{ name: "a", type: "6" }]), /a pipe/],
  ["an unknown type", makeTar([{ name: "a", type: "V" }]), /neither a file nor a folder/],
  ["names that collide", makeTar([{ name: "README" }, { name: "readme" }]), /one name on some/],
  [
    "names that differ by ß",
    makeTar([{ name: "STRASSE" }, { name: "straße" }]),
    /one name on some/,
  ],
  ["names that differ by a dot", makeTar([{ name: "a/b" }, { name: "a./b" }]), /one name on some/],
  ["names that differ by a space", makeTar([{ name: "a" }, { name: "a " }]), /one name on some/],
  ["a NUL by pax", makeTar([paxPart({ path: "a\0b" }), SKILL]), /cannot be seen/],
  ["a dot as a name", makeTar([{ name: "a/./b" }]), /empty, "\."/],
  ["two paths", makeTar([paxPart({ path: "a" }), paxPart({ path: "b" }), SKILL]), /two paths/],
  ["another size by pax", makeTar([paxPart({ size: "0" }), SKILL]), /two sizes/],
  [
    "a file with holes",
    makeTar([paxPart({ "GNU.sparse.name": "../x" }), SKILL]),
    /a file with holes/,
  ],
  [
    "a zip that says two things of a file",
    makeZip([{ name: "a", content: "a", method: 0, localMethod: 8 }]),
    /described in two ways/,
  ],
  ["a file twice", makeTar([SKILL, SKILL]), /there twice/],
  ["a file that is a folder", makeTar([{ name: "a" }, { name: "a/b" }]), /a file and a folder/],
  ["too many files", makeTar(many), /more than 3 files/],
  ["too deep", makeTar([{ name: "a" }, { name: "b/c/d/e" }]), /more than 3 names deep/],
  ["too large", makeTar([{ name: "a", content: "x".repeat(1_001) }]), /over 1000 bytes/],
  ["a bomb", gzipSync(Buffer.alloc(900_000)), /unpacks to more than 1000 bytes/],
  ["too many bytes as it comes", gzipSync(Buffer.from(noise(2_000))), /more than 1000 bytes/],
  ["a wrong checksum", makeTar([{ name: "a", checksum: 1 }]), /checksum/],
  ["a size that is none", makeTar([{ name: "a", declaredSize: "-1" }]), /number in it/],
  ["one that ends early", makeTar([{ name: "a", declaredSize: "00000100000" }]), /in the middle/],
  ["one without an end", makeTar([SKILL], Buffer.alloc(0)), /no end/],
  [
    "something behind its end",
    makeTar([SKILL], Buffer.alloc(1024, `${"\0".repeat(512)}a`)),
    /follows/,
  ],
  ["a path for all", makeTar([{ ...paxPart({ path: "x" }), type: "g" }, SKILL]), /several files/],
  [
    "pax that lies",
    makeTar([{ name: "p", type: "x", content: "99 path=x\n" }, SKILL]),
    /description/,
  ],
])("A33, A34: refuses %s, and says what is wrong", async (_, bytes, message) => {
  await expect(readArchive(bytes, LIMITS)).rejects.toMatchObject({
    code: "BUNDLE_INVALID",
    message: expect.stringMatching(message),
  });
});

/** Bytes that do not compress, the same each time. */
function noise(length: number): number[] {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state >> 16) & 0xff;
  });
}
