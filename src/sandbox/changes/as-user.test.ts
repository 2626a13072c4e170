import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { IS_LONG } from "../../../test/runs.ts";

const SCRIPT = fileURLToPath(new URL("testing/writes-as-user.ts", import.meta.url));
const PROGRAMS = IS_LONG ? 120 : 4;
const NOBODY = 65_534;

test.skipIf(process.getuid?.() !== 0)(
  "an ordinary user, whom only root can become, has the same ways: exact, whole after a kill, and undone",
  async () => {
    const temporary = mkdtempSync("/tmp/capstan-user-");
    chmodSync(temporary, 0o777);
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
    const { stdout, stderr } = await promisify(execFile)(
      "setpriv",
      [
        ...["--reuid", "--regid"].flatMap((it) => [it, `${NOBODY}`]),
        ...["--clear-groups", process.execPath, SCRIPT, `${PROGRAMS}`],
      ],
      { env: { PATH: process.env.PATH, TMPDIR: temporary }, timeout: IS_LONG ? 600_000 : 60_000 },
    );
    expect(stderr).toBe("");
    const answers = { uid: NOBODY, way: "unshare", exact: 3 * PROGRAMS, undone: 3 };
    const { kills, ...others } = JSON.parse(stdout);
    expect(others).toEqual(answers);
    expect(kills).toBeGreaterThan(0);
    if (IS_LONG) process.stdout.write(`${JSON.stringify({ kills })}\n`);
  },
  IS_LONG ? 600_000 : 60_000,
);
