import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { CapstanError } from "../../base/errors.ts";
import type { HostProcess, HostProcesses } from "../host-processes.ts";

const MAX_LISTED = 5_000;
const PAGE_BYTES = 4_096;
/** Of `/proc/<pid>/stat`, on every Linux that we run on. */
const TICKS_PER_S = 100;

const STATES: ReadonlyMap<string, string> = new Map([
  ["R", "running"],
  ["S", "sleeping"],
  ["D", "waiting"],
  ["T", "stopped"],
  ["Z", "ended"],
  ["I", "idle"],
]);

/** Names only: a command line may have a secret in it. */
export function createHostProcesses(own: readonly number[]): HostProcesses {
  // Once: the kernel works it out from a clock that people set, and when a process began depends on it.
  let booted: Promise<number> | undefined;
  const bootedOnce = () => {
    booted ??= bootTime();
    return booted;
  };

  async function list(): Promise<HostProcess[]> {
    const [names, bootedAt] = await Promise.all([readdir("/proc").catch(() => []), bootedOnce()]);
    const pids = names.filter((name) => /^\d+$/.test(name)).slice(0, MAX_LISTED);
    const found = await Promise.all(pids.map((pid) => readProcess(pid, bootedAt)));
    return found.filter((one) => one !== undefined);
  }
  return {
    list,
    async end({ pid, name, started }) {
      if (!Number.isInteger(pid) || pid <= 1 || own.includes(pid)) {
        throw new CapstanError("INPUT_INVALID", "That process cannot be ended from here.");
      }
      const bootedAt = await bootedOnce();
      // Nothing is awaited from here on: between the look and the signal no other takes its number.
      const now = parseProcess(`${pid}`, textOf(pid), bootedAt);
      if (now?.name !== name || now.started !== started) throw gone();
      try {
        process.kill(pid, "SIGTERM");
      } catch (cause) {
        if (isNotOurs(cause)) throw notOurs(cause);
        throw gone(cause);
      }
    },
  };
}

function textOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

function gone(cause?: unknown): CapstanError {
  const message = "That process has ended, or another one has its number now. Nothing was ended.";
  return new CapstanError("PROCESS_GONE", message, { cause });
}

function isNotOurs(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPERM";
}

function notOurs(cause: unknown): CapstanError {
  const message = "That process belongs to another user of this machine. Nothing was ended.";
  return new CapstanError("INPUT_INVALID", message, { cause });
}

async function bootTime(): Promise<number> {
  const text = await readFile("/proc/stat", "utf8").catch(() => "");
  return 1_000 * Number(/^btime (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function readProcess(pid: string, bootedAt: number): Promise<HostProcess | undefined> {
  return parseProcess(pid, await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""), bootedAt);
}

function parseProcess(pid: string, text: string, bootedAt: number): HostProcess | undefined {
  // The name stands in brackets, and may have any character in it.
  const end = text.lastIndexOf(")");
  if (end < 0) return undefined;
  const fields = text.slice(end + 2).split(" ");
  const number = (index: number) => Number(fields[index]) || 0;
  return {
    pid: Number(pid),
    name: text.slice(text.indexOf("(") + 1, end),
    state: STATES.get(fields[0] ?? "") ?? "unknown",
    memory_bytes: number(21) * PAGE_BYTES,
    cpu_s: (number(11) + number(12)) / TICKS_PER_S,
    started: new Date(bootedAt + (1_000 * number(19)) / TICKS_PER_S).toISOString(),
  };
}
