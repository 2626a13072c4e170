import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

type Spawned = {
  /** What it has said so far. */
  readonly lines: readonly string[];
  line(): Promise<void>;
  kill(): Promise<void>;
  ended(): Promise<void>;
};

/** Bundled where the run has done so (rig/bundle-setup.ts). */
const SCRIPT = process.env.CAPSTAN_BUNDLE
  ? join(import.meta.dirname, "../build/test/postgres-process.js")
  : join(import.meta.dirname, "postgres-process.ts");
const DEADLINE_MS = 15_000;

/** Starts rig/postgres-process.ts; killed with the test if it still runs then. */
export function spawnPostgresProcess(task: string, url: string, count: number): Spawned {
  const child = spawn(process.execPath, [SCRIPT, task, url, String(count)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const closed = once(child, "close");
  onTestFinished(() => kill(child));
  const signal = () => AbortSignal.timeout(DEADLINE_MS);

  async function kill(process: ChildProcess): Promise<void> {
    process.kill("SIGKILL");
    await closed;
  }

  return {
    lines,
    line: async () => void (await once(output, "line", { signal: signal() })),
    kill: () => kill(child),
    async ended() {
      const [code] = await Promise.race([closed, once(signal(), "abort")]);
      if (code !== 0) throw new Error(`The process ended with ${code}.`);
    },
  };
}
