import { execFileSync, spawn } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { readFolder } from "../../src/features/bundles/read/read-folder.ts";
import { readZip } from "../../src/features/bundles/read/read-zip.ts";
import { makeTree, temporaryFolder, treeOf } from "../../src/features/bundles/testing/make-tree.ts";
import { makeZip, type ZipPart } from "../../src/features/bundles/testing/make-zip.ts";
import { IS_LONG } from "../runs.ts";

const OUTSIDE = "OUTSIDE: this must never be read";
const REFUSED = { code: "BUNDLE_INVALID" };

/** A folder to take in, and one beside it that is nobody's business. */
function makePair() {
  const home = temporaryFolder();
  const outside = makeTree({ "secret.txt": OUTSIDE, "sub/SKILL.md": OUTSIDE }, join(home, "out"));
  const folder = makeTree({ "SKILL.md": "ours", "sub/a.md": "ours" }, join(home, "in"));
  return { home, outside, folder };
}

async function read(folder: string) {
  const bundle = await readFolder(folder);
  const text = JSON.stringify(treeOf(bundle));
  expect(text).not.toContain("OUTSIDE");
  return { files: Object.keys(treeOf(bundle)), leftOut: bundle.leftOut };
}

describe("links", () => {
  test.each([
    ["A11", "../out/secret.txt"],
    ["A11", "sub/../../out/secret.txt"],
    ["A11", "./././../in/../out/secret.txt"],
    ["A11", "../in/SKILL.md"],
    ["A11", "../../../../../../../../../../etc/passwd"],
    ["A12", "/etc/passwd"],
    ["A12", "//etc/passwd"],
    ["A12", "/proc/self/root/etc/passwd"],
    ["A12", "/proc/self/cwd/package.json"],
    ["A12", "/dev/zero"],
  ])("%s: a link to %s is left out and listed, and nothing of it is read", async (_, target) => {
    const { folder } = makePair();
    symlinkSync(target, join(folder, "link.md"));
    const { files, leftOut } = await read(folder);
    expect(files).toEqual(["SKILL.md", "sub/a.md"]);
    expect(leftOut).toEqual([{ path: "link.md", reason: expect.stringContaining("leaves") }]);
  });

  test("A12: an absolute link is left out even if it leads back inside", async () => {
    const { folder } = makePair();
    symlinkSync(join(folder, "SKILL.md"), join(folder, "link.md"));
    expect((await read(folder)).leftOut).toHaveLength(1);
  });

  test("A13: a folder on the way that leads outside is not walked, also not by another link", async () => {
    const { folder, outside } = makePair();
    symlinkSync("../out", join(folder, "relative"));
    symlinkSync(outside, join(folder, "absolute"));
    symlinkSync("relative/secret.txt", join(folder, "over-one.md"));
    symlinkSync("absolute/../in/SKILL.md", join(folder, "over-another.md"));
    symlinkSync("sub/back/../../out/secret.txt", join(folder, "far.md"));
    symlinkSync("..", join(folder, "sub/back"));
    const { files, leftOut } = await read(folder);
    expect(files).toEqual(["SKILL.md", "sub/a.md"]);
    expect(leftOut.map(({ path }) => path)).toEqual([
      "absolute",
      "far.md",
      "over-another.md",
      "over-one.md",
      "relative",
      "sub/back",
    ]);
  });

  test("A15: loops and long chains end, and are listed", async () => {
    const { folder } = makePair();
    symlinkSync("self", join(folder, "self"));
    symlinkSync("b", join(folder, "a"));
    symlinkSync("a", join(folder, "b"));
    symlinkSync("sub/../loop/../loop/x", join(folder, "loop"));
    for (let n = 0; n < 60; n++) symlinkSync(`chain-${n + 1}`, join(folder, `chain-${n}`));
    symlinkSync("SKILL.md", join(folder, "chain-60"));
    const { files, leftOut } = await read(folder);
    expect(files).toContain("chain-60");
    expect(files).not.toContain("chain-0");
    expect(leftOut.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["self", "a", "b", "loop", "chain-0"]),
    );
  });

  test("A11: a link does not bring back what is left out by its name", async () => {
    const { folder } = makePair();
    makeTree({ ".env": OUTSIDE, ".git/config": OUTSIDE, "sub/server.key": OUTSIDE }, folder);
    symlinkSync(".env", join(folder, "settings.txt"));
    symlinkSync(".git/config", join(folder, "config.txt"));
    symlinkSync("sub/../sub/server.key", join(folder, "key.txt"));
    const { files, leftOut } = await read(folder);
    expect(files).toEqual(["SKILL.md", "sub/a.md"]);
    expect(leftOut).toHaveLength(6);
  });

  test("A19: a hard link to a file outside is left out; nothing ever writes through it", async () => {
    const { folder, outside } = makePair();
    linkSync(join(outside, "secret.txt"), join(folder, "notes.md"));
    linkSync(join(outside, "secret.txt"), join(folder, "sub/again.md"));
    symlinkSync("notes.md", join(folder, "link.md"));
    const { files, leftOut } = await read(folder);
    expect(files).toEqual(["SKILL.md", "sub/a.md"]);
    expect(leftOut.map(({ path }) => path)).toEqual(["link.md", "notes.md", "sub/again.md"]);
  });
});

/** Exchanges what stands at a place, as fast as it can, until it is killed. */
const SWAP = `
  const { renameSync } = require("node:fs");
  const [place, real, link] = process.argv.slice(1);
  for (;;) {
    renameSync(place, real); renameSync(link, place);
    renameSync(place, link); renameSync(real, place);
  }`;

const READS = IS_LONG ? 2_000 : 300;

describe("while somebody changes it", () => {
  test.each([
    { what: "a file", place: "SKILL.md", target: "../out/secret.txt", naive: "SKILL.md" },
    { what: "a folder", place: "sub", target: "../out/sub", naive: "sub/SKILL.md" },
  ])(
    "A16: a link in the place of $what, swapped between check and open, never yields what is outside",
    async ({ place, target, naive }) => {
      const { home, folder } = makePair();
      makeTree({ "sub/SKILL.md": "ours" }, folder);
      const link = join(home, "link");
      symlinkSync(target, link);
      const argv = ["-e", SWAP, join(folder, place), join(home, "real"), link];
      const swapper = spawn(process.execPath, argv, { stdio: "ignore" });
      onTestFinished(() => void swapper.kill("SIGKILL"));
      const seen = { fooled: 0, taken: 0, refused: 0 };
      const isEnough = () => seen.fooled > 0 && seen.taken + seen.refused >= READS;
      while (!isEnough()) {
        try {
          // As a reader would that follows links: it is fooled, so that the swapping is real.
          if (readFileSync(join(folder, naive), "utf8") === OUTSIDE) seen.fooled += 1;
        } catch {}
        try {
          await read(folder);
          seen.taken += 1;
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^BUNDLE_/) });
          seen.refused += 1;
        }
      }
    },
    120_000,
  );

  test("A53: a file that is written while it is read is an error, and never a mix", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "large.txt");
    writeFileSync(file, "a".repeat(4_000_000));
    const writer = spawn(
      process.execPath,
      [
        "-e",
        `const fs = require("node:fs"); const fd = fs.openSync(process.argv[1], "r+");
        for (let n = 0; ; n++) fs.writeSync(fd, Buffer.alloc(4_000_000, n % 2 ? "a" : "b"), 0, 4_000_000, 0);`,
        file,
      ],
      { stdio: "ignore" },
    );
    onTestFinished(() => void writer.kill("SIGKILL"));
    let refused = 0;
    while (refused < 3) {
      try {
        await readFolder(folder);
      } catch (error) {
        expect(error).toMatchObject({ code: "BUNDLE_CHANGED" });
        refused += 1;
      }
    }
  }, 60_000);
});

test("A21: pipes, sockets and devices are left out and listed, and nobody waits for them", async () => {
  const { folder } = makePair();
  execFileSync("/usr/bin/mkfifo", [join(folder, "pipe")]);
  const server = createServer().listen(join(folder, "socket"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  symlinkSync("pipe", join(folder, "to-pipe"));
  const expected = ["pipe", "socket", "to-pipe"];
  try {
    execFileSync("mknod", [join(folder, "device"), "c", "1", "5"], { stdio: "ignore" });
    expected.push("device");
  } catch {
    // Only root may make one.
  }
  const { files, leftOut } = await read(folder);
  expect(files).toEqual(["SKILL.md", "sub/a.md"]);
  expect(leftOut.map(({ path }) => path)).toEqual(expected.sort());
});

// To read it would take longer than the test may.
test("A22: a file of 1 TB with nothing in it is refused by its size, and not read", async () => {
  const { folder } = makePair();
  writeFileSync(join(folder, "huge.bin"), "");
  truncateSync(join(folder, "huge.bin"), 1_000_000_000_000);
  await expect(readFolder(folder)).rejects.toThrow(/"huge.bin" brings it over 50000000 bytes/);
});

test("A23: a folder of very many entries, or very deep, is refused before it is walked", async () => {
  const { folder } = makePair();
  const many = join(folder, "many");
  mkdirSync(many);
  for (let n = 0; n < 9_000; n++) writeFileSync(join(many, `.env${n}`), "");
  await expect(readFolder(folder)).rejects.toThrow(/more than 2000 files/);
  renameSync(many, join(folder, ".git"));
  mkdirSync(join(folder, "d/".repeat(500)), { recursive: true });
  await expect(readFolder(folder)).rejects.toThrow(/more than 12 names deep/);
});

const HOSTILE = [
  "a\nb",
  "\u001b[2Jx",
  "a\rb",
  "a\u0007",
  "a\u202eb",
  "a\u200bb",
  "a\u2028b",
  "x\\y",
];

test.each(HOSTILE)("A24: a file called %j is refused, and the message shows it", async (name) => {
  const { folder } = makePair();
  writeFileSync(join(folder, "sub", name), "");
  const zip = makeZip([{ name: `sub/${name}` }]);
  for (const reading of [() => readFolder(folder), () => readZip(zip)]) {
    const error = await reading().catch((caught: Error) => caught);
    expect(error).toMatchObject(REFUSED);
    const text = JSON.stringify(error);
    expect(text).toMatch(/"\\?"sub\//);
    expect(text).not.toMatch(/[\p{Cc}\u200b\u202e\u2028]|\\n|\\r|\\u001b|\\u0007/u);
  }
});

test("A9, A24: a name that is not UTF-8, and two spellings of one name, are refused", async () => {
  const bytes = makePair().folder;
  writeFileSync(Buffer.concat([Buffer.from(`${bytes}/a`), Buffer.from([0xff])]), "");
  await expect(readFolder(bytes)).rejects.toThrow(/not UTF-8/);
  for (const [one, other] of [
    ["é.md", "e\u0301.md"],
    ["readme.md", "README.md"],
    ["Sub/b.md", "sub/c.md"],
    ["straße", "STRASSE"],
  ] as const) {
    const { folder } = makePair();
    makeTree({ [one]: "", [other]: "" }, folder);
    await expect(readFolder(folder)).rejects.toThrow(/one name on some systems|two spellings/);
    await expect(readZip(makeZip([{ name: one }, { name: other }]))).rejects.toMatchObject(REFUSED);
  }
});

const LINK = 0o120777;
const UNIX_LINK = Uint8Array.from([
  0x0d,
  0,
  16,
  0,
  ...new Array(12).fill(0),
  0x2f,
  0x65,
  0x74,
  0x63,
]);

describe("zips", () => {
  test.each<[string, string, ZipPart[]]>([
    ["A33", "a path that climbs", [{ name: "../evil.txt" }]],
    ["A33", "a path that climbs later", [{ name: "a/../../evil.txt" }]],
    ["A33", "a path that climbs, with \\", [{ name: "..\\evil.txt" }]],
    ["A33", "a path that climbs, in a folder that is left out", [{ name: ".git/../../x" }]],
    ["A33", "a path that is absolute", [{ name: "/etc/passwd" }]],
    ["A33", "a drive", [{ name: "C:/evil.txt" }]],
    ["A33", "an empty name", [{ name: "a//b" }]],
    ["A33", "a name of one dot", [{ name: "./a" }]],
    ["A33", "a name with NUL", [{ name: "a.txt\0.png" }]],
    ["A33", "a folder that climbs", [{ name: "../", mode: 0o040755, method: 0 }, { name: "a" }]],
    ["A33", "a link", [{ name: "a", content: "/etc/passwd", mode: LINK }]],
    [
      "A33",
      "a link, and a file written through it",
      [{ name: "d", content: "/tmp", mode: LINK }, { name: "d/evil.txt" }],
    ],
    ["A33", "a link of PKWARE's", [{ name: "a", extra: UNIX_LINK }]],
    ["A33", "a device", [{ name: "a", mode: 0o020666 }]],
    ["A33", "a pipe", [{ name: "a", mode: 0o010666 }]],
    ["A33", "a socket", [{ name: "a", mode: 0o140666 }]],
    [
      "A33",
      "a name twice",
      [
        { name: "a", content: "1" },
        { name: "a", content: "2" },
      ],
    ],
    ["A33", "a name in two cases", [{ name: "a/x" }, { name: "A/y" }]],
    ["A33", "a file that is a folder", [{ name: "a" }, { name: "a/b" }]],
    ["A33", "a folder with a content", [{ name: "a/", content: "x" }, { name: "b" }]],
    ["A33", "a folder without its stroke", [{ name: "a", mode: 0o040755 }]],
    ["A33", "something encrypted", [{ name: "a", flags: 1 }]],
    ["A34", "more bytes than declared", [{ name: "a", content: "x".repeat(99), declaredSize: 1 }]],
    ["A34", "fewer bytes than declared", [{ name: "a", content: "x", declaredSize: 99 }]],
    [
      "A34",
      "two files with the same bytes",
      [
        { name: "a", content: "x" },
        { name: "b", sameAs: 0 },
      ],
    ],
    [
      "A34",
      "two names for the same bytes",
      [
        { name: "a", content: "x" },
        { name: "b", content: "x", sameAs: 0, localName: "a" },
      ],
    ],
    ["A92", "two names in its two places", [{ name: "good.md", localName: "evil.md" }]],
    ["A92", "another content than its checksum", [{ name: "a", content: "x", crc: 1 }]],
  ])("%s: one with %s is refused", async (_, __, parts) => {
    await expect(readZip(makeZip([{ name: "SKILL.md" }, ...parts]))).rejects.toMatchObject(REFUSED);
  });

  test("A34: a bomb is refused by what it declares, or where it lies, by what comes out of it", async () => {
    const zeros = Buffer.alloc(60_000_000);
    const bomb = deflateRawSync(zeros);
    expect(zeros.length / bomb.length).toBeGreaterThan(500);
    const honest = makeZip([{ name: "a", content: zeros }]);
    await expect(readZip(honest)).rejects.toThrow(/brings it over/);
    const liar = makeZip([{ name: "a", content: zeros, declaredSize: 1_000 }]);
    const before = process.memoryUsage().arrayBuffers;
    await expect(readZip(liar)).rejects.toThrow(/not what the zip says/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  });

  test("A34: very many entries are refused, files or not", async () => {
    const names = Array.from({ length: 9_000 }, (_, n) => `${n}`);
    const files = makeZip(names.map((name) => ({ name, method: 0 })));
    const folders = makeZip(names.map((name) => ({ name: `${name}/`, mode: 0o040755, method: 0 })));
    await expect(readZip(files)).rejects.toThrow(/more than 2000 files/);
    await expect(readZip(folders)).rejects.toThrow(/more than 2000 files/);
  });

  test("A92: a zip behind something else, or behind another zip, is read in one way or not at all", async () => {
    const one = makeZip([{ name: "SKILL.md", content: "one" }]);
    const two = makeZip([{ name: "SKILL.md", content: "two" }]);
    for (const bytes of [
      Buffer.concat([one, two]),
      Buffer.concat([Buffer.from("%PDF-1.7\n"), one]),
      Buffer.concat([one, Buffer.from("behind it")]),
    ]) {
      await expect(readZip(bytes)).rejects.toMatchObject(REFUSED);
    }
  });
});

test("A92: no byte of a file is read in another way: BOM, UTF-16 and what is no text stay as they are", async () => {
  const tree = {
    "bom.json": Buffer.from("\ufeff{}"),
    "utf16.json": Buffer.from("\ufeff{}", "utf16le"),
    "both.bin": Buffer.concat([Buffer.from("GIF89a/*"), Buffer.from([0, 255, 13, 10, 26])]),
  };
  const folder = await readFolder(makeTree(tree));
  const zip = await readZip(
    makeZip(Object.entries(tree).map(([name, content]) => ({ name, content }))),
  );
  expect(zip).toEqual(folder);
  for (const [path, bytes] of Object.entries(tree)) {
    expect(treeOf(folder)[path]).toBe(bytes.toString("latin1"));
  }
});
