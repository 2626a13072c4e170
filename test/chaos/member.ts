import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { VICTIM } from "./victim-path.ts";

const READY_WITHIN_MS = 20_000;
const ASK_WITHIN_MS = 10_000;
/** Hundreds of checkpoints, on a machine that is busy with everything else. */
const VERIFY_WITHIN_MS = 60_000;

export const KEY = "chaos-key";
export const ADMIN_KEY = "chaos-admin";

export type Env = Readonly<Record<string, string>>;

/** One process of a fleet: it is started, dies or is frozen, and is started again. */
export function createMember(home: string, settings: unknown, env: Env) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  let child: ChildProcess | undefined;
  let url = "";
  let errors = "";

  async function death(): Promise<void> {
    if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  return {
    isServer: env.VICTIM_ROLE !== "worker",
    url: () => url,
    pid: () => child?.pid ?? 0,
    /** What it wrote to its log since it was last started. */
    errors: () => errors,
    points(): string[] {
      try {
        return readFileSync(join(home, "points.txt"), "utf8").trim().split("\n");
      } catch {
        return [];
      }
    },
    async start(more: Env = {}): Promise<void> {
      rmSync(join(home, "points.txt"), { force: true });
      errors = "";
      const { DATABASE_URL: _unused, ...inherited } = process.env;
      child = spawn(process.execPath, [VICTIM], {
        // Its input ends with this process: a victim never outlives an aborted test.
        stdio: ["pipe", "pipe", "pipe"],
        env: {
          ...inherited,
          CAPSTAN_HOME: home,
          CAPSTAN_PORT: "0",
          CAPSTAN_API_KEY: KEY,
          CAPSTAN_ADMIN_KEY: ADMIN_KEY,
          ...env,
          ...more,
        },
      });
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        errors = (errors + text).slice(-20_000);
      });
      if (!child.stdout) throw new Error("The victim has no output.");
      const lines = createInterface(child.stdout);
      const late = AbortSignal.timeout(READY_WITHIN_MS);
      const [line] = await Promise.race([
        once(lines, "line", { signal: late }),
        once(lines, "close", { signal: late }),
      ]);
      if (line === undefined) throw new Error(`The victim died before it was ready: ${errors}`);
      url = String(line).replace("ready ", "");
    },
    signal: (name: NodeJS.Signals) => void child?.kill(name),
    death,
    async kill(): Promise<void> {
      child?.kill("SIGKILL");
      await death();
    },
    async ask<T>(method: string, path: string, body?: unknown, key = KEY): Promise<T> {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(path === "/v1/audit/verify" ? VERIFY_WITHIN_MS : ASK_WITHIN_MS),
      });
      const answer = (await response.json()) as T;
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
  };
}

export type Member = ReturnType<typeof createMember>;
