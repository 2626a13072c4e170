import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { countByKernel } from "./count-by-kernel.ts";

const IS_ROOT = process.getuid?.() === 0;

test.runIf(IS_ROOT).each([
  { forks: 3, hasRefused: false },
  { forks: 60, hasRefused: true },
])(
  "A45: of $forks processes where ten are allowed, it is known that the kernel refused some: $hasRefused (as root)",
  async ({ forks, hasRefused }) => {
    const script = `read line; n=0; while [ $n -lt ${forks} ]; do sleep 1 & n=$((n + 1)); done; wait`;
    const shell = spawn("sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"] });
    const group = await countByKernel(shell.pid ?? 0, 10);
    const exited = once(shell, "exit");
    shell.stdin?.end("go\n");
    await exited;
    expect(await group?.hasRefused()).toBe(hasRefused);
    // It can be removed when the last of them has ended, and says nothing any more.
    const gone = async () => group?.remove().then(() => group.hasRefused());
    await expect.poll(gone, { timeout: 10_000 }).toBe(false);
  },
);

test.runIf(IS_ROOT)("a process that is gone by then is in no group (as root)", async () => {
  const shell = spawn("sh", ["-c", "exit"]);
  await once(shell, "exit");
  expect(await countByKernel(shell.pid ?? 0, 10)).toBeUndefined();
});
