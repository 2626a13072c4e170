import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeHub, serveFolder, temporary } from "../hub-tools.ts";

const run = promisify(execFile);
const SKILLS = join(import.meta.dirname, "../../rig/node_modules/skills/bin/cli.mjs");

test("Agent Skills Discovery: another tool lists and installs from our index", async () => {
  const { hub } = await makeHub();
  const server = await serveFolder(hub);
  const folder = temporary();
  const skills = (...args: string[]) =>
    run(process.execPath, [SKILLS, "add", server.url, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, DO_NOT_TRACK: "1", DISABLE_TELEMETRY: "1" },
      timeout: 60_000,
    });
  const { stdout } = await skills("--list");
  expect(stdout).toContain("greeter");
  expect(stdout).toContain("Greets people.");
  await skills("--skill", "greeter", "--agent", "claude-code", "--yes", "--copy");
  const installed = join(folder, ".claude/skills/greeter/SKILL.md");
  expect(existsSync(installed)).toBe(true);
  expect(readFileSync(installed, "utf8")).toContain("Say hello.");
}, 120_000);
