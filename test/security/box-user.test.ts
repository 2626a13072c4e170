import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../box-as-user.ts", import.meta.url));
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;

const USERS = [
  { user: "whoever runs the tests", uid: process.getuid?.() ?? 0, as: [] as string[] },
  ...(IS_ROOT
    ? [
        {
          user: "an ordinary user",
          uid: NOBODY,
          as: ["--reuid", "--regid"].flatMap((it) => [it, `${NOBODY}`]),
        },
      ]
    : []),
];

test.each(USERS)(
  "F03, A20, A30, A42, A45, A46, A49, A50: a box of $user holds",
  async ({ uid, as }) => {
    const run = promisify(execFile);
    const temporary = mkdtempSync("/tmp/capstan-user-");
    chmodSync(temporary, 0o777);
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
    // A shell hands its descriptors on, as a supervisor would.
    const { stdout } = await run(
      "sh",
      [
        ...["-c", 'exec "$@" 5</etc/passwd 9</etc/hostname', "sh", "setpriv", ...as],
        ...(as.length > 0 ? ["--clear-groups"] : ["--no-new-privs"]),
        ...[process.execPath, SCRIPT],
      ],
      { env: { PATH: process.env.PATH, SECRET: "outside", TMPDIR: temporary }, timeout: 60_000 },
    );
    const { descriptors, ...answers } = JSON.parse(stdout);
    expect(answers).toEqual({
      uid,
      read: "",
      settings: expect.stringMatching(/^[12]\n$/),
      write: "changed\n",
      setId: "755\n",
      closed: "ok\n",
      namespace: "",
      // Root is stopped by us or by a control group, and we know it; others by the kernel's own limit.
      shellBomb: uid === 0 ? "processes" : null,
      pythonBomb: "SIGKILL",
      memory: "memory",
      sockets: "memory",
      hostHas: "changed\n",
      owner: uid,
      mode: "0",
    });
    expect(descriptors).not.toMatch(/passwd|hostname/);
    expect(readdirSync(temporary)).toEqual([]);
  },
  90_000,
);
