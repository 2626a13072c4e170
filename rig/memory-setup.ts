import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const PREFIX = "capstan-tests-";
const ENOUGH_BYTES = 2e9;

/**
 * For vitest's `globalSetup`: where the system keeps files in memory, temporary ones go there. Every
 * commit of every store is flushed, and on a disk the run waits for that a quarter of its time.
 */
export function setup(): (() => void) | undefined {
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  const before = process.env.TMPDIR;
  try {
    removeOrphans();
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ENOUGH_BYTES) return undefined;
    mkdirSync(folder, { recursive: true });
    // PostgreSQL runs as another user where tests run as root.
    chmodSync(folder, 0o711);
    if (!mayExecute(folder)) throw new Error("Nothing can be executed there.");
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Of runs that were killed: what they left would take memory until the machine is restarted. */
function removeOrphans(): void {
  for (const name of readdirSync(MEMORY).filter((it) => it.startsWith(PREFIX))) {
    if (isRunning(Number(name.slice(PREFIX.length)))) continue;
    rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Containers often forbid it there, and tests write programs. */
function mayExecute(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program, { timeout: 5_000 });
  rmSync(program);
  return status === 0;
}
