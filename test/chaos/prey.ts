import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { witnessed } from "../../src/testing/witness.ts";
import { VICTIM } from "./victim-path.ts";

const KEY = "chaos-key";
const ANSWER_WITHIN_MS = 20_000;

/** Long enough for a slow disk, short enough to be waited for. */
export const START_WITHIN_MS = 800;

/** However slow the machine is, a turn passes the same points: a reply is never stored by itself. */
const LIMITS = { start_within_ms: START_WITHIN_MS, hold_reply_ms: 60_000 };

type PreyOptions = {
  readonly steps?: readonly unknown[] | undefined;
  readonly limits?: Readonly<Record<string, number>> | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
};

/** A home that is hunted: its server is started, dies, and is started again. */
export function createPrey({ steps = [], limits = {}, env = {} }: PreyOptions = {}) {
  const home = mkdtempSync(join(tmpdir(), "capstan-chaos-"));
  const script = join(home, "script.json");
  writeFileSync(script, JSON.stringify({ steps }));
  const settings = { limits: { ...LIMITS, ...limits } };
  writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  const allLines = () => witnessed(join(home, "witness.txt"));
  let child: ChildProcess | undefined;
  let output: Interface | undefined;
  let url = "";
  let round = 0;
  let earlierLines = 0;

  async function nextLine(): Promise<string> {
    if (!output) throw new Error("The victim was not started.");
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const [line] = await Promise.race([
      once(output, "line", { signal }),
      once(output, "close", { signal }),
    ]);
    if (line === undefined) throw new Error("The victim died before it was ready.");
    return String(line);
  }

  return {
    home,
    /** Distinguishes what a client does now from what it did before in the same home. */
    round: () => `round ${round}`,
    rounds: () => round,
    /** Of this round. */
    lines: () => allLines().slice(earlierLines),
    points: () => {
      const file = join(home, "points.txt");
      return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    },

    async start(haltsAt = 0, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
      rmSync(join(home, "points.txt"), { force: true });
      child = spawn(process.execPath, [VICTIM], {
        // Its input ends with this process: a victim never outlives an aborted test.
        stdio: ["pipe", "pipe", "inherit"],
        env: {
          ...process.env,
          CAPSTAN_HOME: home,
          CAPSTAN_PORT: "0",
          CAPSTAN_API_KEY: KEY,
          CAPSTAN_ADMIN_KEY: "chaos-admin",
          CAPSTAN_MODEL: `scripted:${script}`,
          VICTIM_HALTS_AT: String(haltsAt),
          VICTIM_SIGNAL: signal,
          ...env,
        },
      });
      if (!child.stdout) throw new Error("The victim has no output.");
      output = createInterface(child.stdout);
      url = (await nextLine()).replace("ready ", "");
    },
    /** Begins a round in the running server, which halts at the n-th point from now on, or at one of that name. */
    async nextRound(haltsAt: number | string): Promise<void> {
      round += 1;
      earlierLines = allLines().length;
      child?.stdin?.write(`${haltsAt}\n`);
      await nextLine();
    },
    wake: () => child?.kill("SIGCONT"),
    /** Resolves with the signal that ended the server. */
    async death(): Promise<NodeJS.Signals | null> {
      if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
      return child?.signalCode ?? null;
    },
    /** Dead after this, if it was not before. */
    kill(): Promise<NodeJS.Signals | null> {
      child?.kill("SIGKILL");
      return this.death();
    },
    async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      });
      const answer = (await response.json()) as T;
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async put(path: string, text: string): Promise<void> {
      const headers = { authorization: `Bearer ${KEY}` };
      const response = await fetch(`${url}${path}`, { method: "PUT", headers, body: text });
      if (!response.ok) throw new Error(`PUT ${path}: ${await response.text()}`);
    },
    /** A session's files with what is in them, folders left out. */
    async files(session: string): Promise<Record<string, string>> {
      type Files = { items: { path: string; is_directory: boolean }[] };
      const at = `/v1/sessions/${session}/files`;
      const { items } = await this.ask<Files>("GET", `${at}?recursive=true`);
      const found: Record<string, string> = {};
      for (const { path } of items.filter(({ is_directory }) => !is_directory)) {
        const headers = { authorization: `Bearer ${KEY}` };
        found[path] = await (await fetch(`${url}${at}${path}`, { headers })).text();
      }
      return found;
    },
    close(): void {
      child?.kill("SIGKILL");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Prey = ReturnType<typeof createPrey>;
