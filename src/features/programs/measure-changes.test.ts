import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compareStock, takeStock } from "./measure-changes.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-measure-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("I25: no name hides a change, and no folder that cannot be opened ends the look", async () => {
  const folder = makeFolder();
  const odd = (...names: string[]) => Buffer.from([folder, ...names].join("/"), "latin1");
  const before = await takeStock([folder]);
  writeFileSync(odd("\xff\xfe"), "1");
  mkdirSync(odd("\xff"));
  writeFileSync(odd("\xff", "a\nb"), "22");
  writeFileSync(join(folder, "b\u0301"), "333");
  mkdirSync(join(folder, "locked"));
  writeFileSync(join(folder, "locked/x"), "4444");
  expect(compareStock(before, await takeStock([folder]))).toEqual({ files: 4, bytes: 10 });
  const unlocked = await takeStock([folder]);
  chmodSync(folder, 0o777);
  chmodSync(join(folder, "locked"), 0);
  const changed = compareStock(unlocked, await takeStock([folder, join(folder, "gone")]));
  // Both folders; and the file in one of them is not seen any more, but by root.
  expect(changed?.files).toBe(process.getuid?.() === 0 ? 2 : 3);
});

test("I25: new, changed, moved and removed files count once each, also where a time was put back", async () => {
  const folder = makeFolder();
  const at = (name: string) => join(folder, name);
  for (const name of ["stays", "moves", "grows", "goes", "hides"]) writeFileSync(at(name), "12345");
  const before = await takeStock([folder]);
  expect(compareStock(before, await takeStock([folder]))).toEqual({ files: 0, bytes: 0 });
  writeFileSync(at("new"), "123");
  renameSync(at("moves"), at("moved"));
  appendFileSync(at("grows"), "6");
  rmSync(at("goes"));
  const { atime, mtime } = statSync(at("hides"));
  writeFileSync(at("hides"), "54321");
  utimesSync(at("hides"), atime, mtime);
  const after = await takeStock([folder]);
  expect(compareStock(before, after)).toEqual({ files: 5, bytes: 3 + 5 + 6 + 5 + 5 });
  expect(compareStock(before, null)).toBeNull();
});
