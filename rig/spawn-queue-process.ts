import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import type { QueueProcess } from "../src/testing/queue-fleet-contract.ts";
import type { Given } from "./queue-process.ts";

/** Bundled where the run has done so (rig/bundle-setup.ts). */
const SCRIPT = process.env.CAPSTAN_BUNDLE
  ? join(import.meta.dirname, "../build/test/queue-process.js")
  : join(import.meta.dirname, "queue-process.ts");

/** Starts rig/queue-process.ts; killed with the test if it still runs then. */
export function spawnQueueProcess(given: Given): QueueProcess {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(given)], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  // Its input may end before it has read all of it.
  child.stdin.on("error", () => {});
  const closed = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  onTestFinished(kill);
  return {
    lines,
    tell: (command) => void child.stdin.write(`${command}\n`),
    signal: (name) => void child.kill(name),
    kill,
  };
}
