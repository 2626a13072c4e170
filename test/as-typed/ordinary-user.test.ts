import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { bundledEnv } from "../bundled-env.ts";

const SCRIPT = fileURLToPath(new URL("ordinary-user.ts", import.meta.url));
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;
const uid = IS_ROOT ? NOBODY : (process.getuid?.() ?? 0);
const as = IS_ROOT ? [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"] : ["--no-new-privs"];

test("F78: an ordinary user with a home that others may list does all of it, and others read none of it", async () => {
  const folder = mkdtempSync("/tmp/capstan-ordinary-");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  chmodSync(folder, 0o777);
  const home = join(folder, "home");
  mkdirSync(home);
  chmodSync(home, 0o755);
  if (IS_ROOT) chownSync(home, uid, uid);
  const env = bundledEnv({
    HOME: folder,
    TMPDIR: folder,
    CAPSTAN_HOME: home,
    CAPSTAN_PORT: "0",
    CAPSTAN_IDLE_EXIT_S: "2",
  });
  const { stdout } = await promisify(execFile)("setpriv", [...as, process.execPath, SCRIPT], {
    env,
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toEqual({ uid, wrong: [] });
  const open = readdirSync(home).filter((name) => statSync(join(home, name)).mode & 0o077);
  expect(open).toEqual([]);
}, 60_000);
