import {
  appendFileSync,
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

test("I25: new, changed, moved and removed files count once each, also where a time was put back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-measure-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
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
