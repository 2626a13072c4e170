import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { wholePaths } from "./whole-paths.ts";

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "server.mjs"), "");
  mkdirSync(join(folder, "docs"));
  return folder;
}

test("files of this folder become whole paths, and nothing else does", () => {
  const folder = openFolder();
  const command = ["node", "server.mjs", "./docs", "docs", "--flag", "/usr/x", "missing.mjs"];
  const whole = [
    ...["node", `${folder}/server.mjs`, `${folder}/docs`],
    ...["docs", "--flag", "/usr/x", "missing.mjs"],
  ];
  expect(wholePaths(command, folder)).toEqual(whole);
});

test("what an installer is told stays as it is", () => {
  const command = ["npx", "-y", "server.mjs"];
  expect(wholePaths(command, openFolder())).toEqual(command);
});
