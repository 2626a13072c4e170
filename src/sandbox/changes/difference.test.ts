import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { StagingWay } from "../changes.ts";
import { difference } from "./difference.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { openScene } from "./testing/scene.ts";
import { treeOf } from "./testing/tree-of.ts";
import { openTreeAt } from "./tree.ts";

const WAYS: readonly StagingWay[] = ["unshare", "copy"];
const PYTHON = (code: string) => ["python3", "-I", "-c", code];

function scene() {
  const opened = openScene();
  onTestFinished(opened.close);
  const { root } = opened;
  for (const folder of ["dir", "keep/sub", "tofile"])
    mkdirSync(join(root, folder), { recursive: true });
  const files = { a: "a", "dir/b": "b", "dir/c": "c", "keep/sub/k": "k", mode: "m", same: "s" };
  const more = { "tofile/in": "i", todir: "d", gone: "g", moved: "moved content" };
  for (const [name, text] of Object.entries({ ...files, ...more })) {
    writeFileSync(join(root, name), text);
  }
  symlinkSync("a", join(root, "ln"));
  return opened;
}

test.each(WAYS)("what a program did is told exactly, through %s", async (way) => {
  const { call } = scene();
  const { difference } = await call(
    PYTHON(`
import os, shutil
w = lambda n, t: open(n, 'w').write(t)
w('a', 'A2'); w('new', 'n'); os.chmod('mode', 0o600); w('same', 's'); os.remove('gone')
os.rename('moved', 'moved2'); shutil.rmtree('dir'); os.mkdir('dir'); w('dir/z', 'z')
shutil.rmtree('tofile'); w('tofile', 'now a file'); os.remove('todir'); os.mkdir('todir'); w('todir/f', 'f')
os.remove('ln'); os.symlink('same', 'ln'); w('tmp', '1'); os.remove('tmp'); os.mkdir('e'); os.rmdir('e')
w('new\\nline', 'q'); open(b'\\xff\\xfe', 'w').write('bytes'); os.link('new', 'hard')`),
    { way },
  );
  const tell = (state: { kind: string; size?: number; target?: string } | null) =>
    state && `${state.kind} ${state.size ?? state.target ?? ""}`.trim();
  expect(difference.changes.map((it) => [it.path, tell(it.before), tell(it.after)])).toEqual([
    ["/a", "file 1", "file 2"],
    ["/dir/b", "file 1", null],
    ["/dir/c", "file 1", null],
    ["/dir/z", null, "file 1"],
    ["/gone", "file 1", null],
    ["/hard", null, "file 1"],
    ["/ln", "link a", "link same"],
    ["/mode", "file 1", "file 1"],
    ["/moved", "file 13", null],
    ["/moved2", null, "file 13"],
    ["/new", null, "file 1"],
    ["/new\nline", null, "file 1"],
    ["/todir", "file 1", "folder"],
    ["/todir/f", null, "file 1"],
    ["/tofile", "folder", "file 10"],
    ["/tofile/in", "file 1", null],
    ["/\u00ff\u00fe", null, "file 5"],
  ]);
  expect(difference.moves).toEqual([["/moved", "/moved2"]]);
});

test.each(WAYS)("files of folders that changed places are found, through %s", async (way) => {
  const { root, call } = scene();
  for (const folder of ["one", "two"]) {
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, "x"), folder);
  }
  // Moving a folder leaves all times of its files as they are.
  const { difference } = await call(["sh", "-c", "mv one t; mv two one; mv t two"], { way });
  expect(difference.changes.map(({ path }) => path)).toEqual(["/one/x", "/two/x"]);
});

test.each(WAYS)("special files and set-id bits are never made, through %s", async (way) => {
  const { root, call, sets } = scene();
  const { id, set, difference } = await call(
    PYTHON(`
import os, shutil, socket
os.mkfifo('pipe'); socket.socket(socket.AF_UNIX).bind('socket'); os.remove('a'); os.mkfifo('a')
open('t', 'w').write('x'); os.chmod('t', 0o6755); os.chmod('mode', 0o4644)`),
    { way },
  );
  const left = difference.leftOut.map(({ path }) => path);
  expect(left).toEqual(["/a", "/mode", "/pipe", "/socket", "/t"]);
  expect(difference.changes.map(({ path, after }) => [path, after?.mode ?? null])).toEqual([
    ["/a", null],
    ["/t", 0o755],
  ]);
  await sets.apply(id, set.digest);
  expect(readdirSync(root)).not.toContain("pipe");
  expect((statSync(join(root, "t")).mode & 0o7777).toString(8)).toBe("755");
});

test.each([
  ["too many changes", { changes: 3 }, "for i in 1 2 3 4; do echo > n$i; done"],
  ["too many deletions", { changes: 3 }, "rm -r dir keep"],
  ["a file of 1 TB that takes no room", {}, "truncate -s 1T huge"],
  ["folders that are too deep", { depth: 8 }, "mkdir -p 1/2/3/4/5/6/7/8/9"],
  ["a path that is too long", { pathBytes: 40 }, `mkdir -p ${"x".repeat(30)}/${"y".repeat(30)}`],
] satisfies [string, Partial<Limits>, string][])(
  "%s: nothing is read, and nothing is applied",
  async (_, limits, line) => {
    const { root, call } = scene();
    const before = await treeOf(root);
    const error = { code: "CHANGES_TOO_LARGE" };
    const ran = call(["sh", "-c", line], {
      // The rest of the run has the usual limits.
      during: async (staged) => {
        const [lower, view] = [openTreeAt(root), openTreeAt(staged.outside)];
        const upper = openTreeAt(join(staged.outside, "../upper"));
        try {
          const layers = { lower, upper, view, openedNs: 2n ** 62n };
          const measured = difference(layers, { ...DEFAULT_LIMITS, ...limits });
          await expect(measured).rejects.toMatchObject(error);
        } finally {
          for (const tree of [lower, upper, view]) tree.close();
        }
      },
    });
    if (Object.keys(limits).length === 0) await expect(ran).rejects.toMatchObject(error);
    else await ran;
    expect(await treeOf(root)).toEqual(before);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  "a root server's programs, which only root can start, leave files to the folder's owner",
  async () => {
    const { root, call, sets } = scene();
    for (const path of ["", "a", "dir"]) chownSync(join(root, path), 65_534, 65_533);
    // A box of root has no capability, and writes where everyone may.
    chmodSync(join(root, "dir"), 0o777);
    const line =
      "echo x > new; echo y > t; mv t a; mkdir -p n/m; ln -s a l; echo z > dir/z; echo k >> same";
    const { id, set } = await call(["sh", "-c", line]);
    await sets.apply(id, set.digest);
    const owners = ["new", "a", "n", "n/m", "l", "dir/z", "same"].map((path) => {
      const { uid, gid } = lstatSync(join(root, path));
      return [path, uid, gid];
    });
    const person = [65_534, 65_533];
    expect(owners).toEqual([
      ...["new", "a", "n", "n/m", "l", "dir/z"].map((path) => [path, ...person]),
      ["same", 0, 0],
    ]);
  },
);
