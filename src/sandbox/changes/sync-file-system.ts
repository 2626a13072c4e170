import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostEnvironment } from "../../base/host-environment.ts";

const DEADLINE_MS = 120_000;

/**
 * Writes everything of the file system that has this folder to the disk, in one step. False where the
 * machine has no such program: then each file is synced.
 */
export async function syncFileSystem(folder: number): Promise<boolean> {
  const child = spawn("sync", ["-f", "/proc/self/fd/3"], {
    env: hostEnvironment("sync"),
    stdio: ["ignore", "ignore", "ignore", folder],
    timeout: DEADLINE_MS,
    killSignal: "SIGKILL",
  });
  try {
    const [exitCode] = await once(child, "exit");
    return exitCode === 0;
  } catch {
    return false;
  }
}
