import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createHostProcesses } from "./host-processes.ts";

async function startSleeper() {
  const child = spawn("sleep", ["60"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  const processes = createHostProcesses([process.pid]);
  const found = async () => (await processes.list()).find(({ pid }) => pid === child.pid);
  await expect.poll(found).toMatchObject({ name: "sleep" });
  const one = await found();
  if (!one) throw new Error("It does not run.");
  return { child, processes, one };
}

test("F13, A125: a process is ended only if number, name and start are still its own", async () => {
  const { child, processes, one } = await startSleeper();
  const others = [
    { ...one, name: "wake" },
    { ...one, started: new Date(0).toISOString() },
    { ...one, pid: 2 ** 22 + 1 },
  ];
  for (const other of others) {
    await expect(processes.end(other)).rejects.toMatchObject({ code: "PROCESS_GONE" });
  }
  expect(child.exitCode).toBeNull();
  const ended = once(child, "exit");
  await processes.end(one);
  expect(await ended).toEqual([null, "SIGTERM"]);
});

test("F13: neither the first process nor Capstan itself is ended", async () => {
  const { processes, one } = await startSleeper();
  for (const pid of [0, 1, -one.pid, process.pid, 1.5]) {
    await expect(processes.end({ ...one, pid })).rejects.toMatchObject({ code: "INPUT_INVALID" });
  }
});
