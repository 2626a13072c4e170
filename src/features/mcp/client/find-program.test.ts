import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createHostFolders } from "../../../sandbox/machine/host-folders.ts";
import { findOwnFiles } from "./own-files.ts";

const folders = createHostFolders({ machine: "this", own: [] });

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-program-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function makeFile(...parts: string[]): string {
  const path = join(...parts);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "");
  return path;
}

const targets = (mounts: readonly { target: string; mode: string }[] = []) =>
  mounts.map(({ target, mode }) => `${mode} ${target}`);

test("F41: an environment is mounted with the interpreter that it was made from, by every path to it", async () => {
  const folder = makeFolder();
  const python = makeFile(folder, "python-3.12/bin/python3");
  symlinkSync("python-3.12", join(folder, "python"));
  const env = join(folder, "env");
  writeFileSync(makeFile(env, "pyvenv.cfg"), `home = ${folder}/python/bin\nversion = 3.12\n`);
  mkdirSync(join(env, "bin"));
  symlinkSync(python, join(env, "bin/python"));
  const script = makeFile(folder, "server.py");
  const data = makeFile(folder, "data.db");
  const found = await findOwnFiles(join(env, "bin/python"), [script, data], folders);
  expect(found).toMatchObject({ own: script, others: [data] });
  expect(found.program?.path).toBe(join(env, "bin/python"));
  expect(targets(found.program?.mounts)).toEqual([
    `ro ${env}`,
    `ro ${folder}/python-3.12`,
    `ro ${folder}/python`,
  ]);
});

test("F41: the files that a program of its own is given are no script", async () => {
  const folder = makeFolder();
  const server = makeFile(folder, "server");
  const data = makeFile(folder, "data.db");
  const found = await findOwnFiles(server, [data], folders);
  expect(found).toEqual({ program: undefined, own: server, others: [data] });
});

test("F41: an interpreter in a folder that cannot be opened is mounted alone", async () => {
  const folder = makeFolder();
  const node = makeFile(folder, "bin/node");
  const script = makeFile(folder, "server.js");
  const guarded = createHostFolders({ machine: "this", own: [join(folder, "home")] });
  const found = await findOwnFiles(node, [script], guarded);
  expect(targets(found.program?.mounts)).toEqual([`ro ${node}`]);
});

test("F41: a folder without an interpreter is not mounted, whatever an environment says", async () => {
  const folder = makeFolder();
  const keys = makeFile(folder, "keys/bin/key");
  const env = join(folder, "env");
  writeFileSync(makeFile(env, "pyvenv.cfg"), `home = ${join(keys, "..")}\n`);
  const { program } = await findOwnFiles(makeFile(env, "bin/python"), [], folders);
  expect(targets(program?.mounts)).toEqual([`ro ${env}`]);
});

test("F41: an environment that was made from a folder with Capstan's own is refused in words", async () => {
  const folder = makeFolder();
  const base = join(folder, "python");
  makeFile(base, "bin/python3");
  const env = join(folder, "env");
  writeFileSync(makeFile(env, "pyvenv.cfg"), `home = ${base}/bin\n`);
  const python = makeFile(env, "bin/python");
  const guarded = createHostFolders({ machine: "this", own: [join(base, "home")] });
  await expect(findOwnFiles(python, [], guarded)).rejects.toMatchObject({
    code: "ROOT_INVALID",
    message: expect.stringContaining("Capstan's own folder lies in it"),
  });
});
