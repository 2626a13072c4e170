import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const CAPSTAN = [join(import.meta.dirname, "..", "..", "bin", "capstan.mjs"), "serve", "--json"];
const START_DEADLINE_MS = 30_000;
const REQUEST_DEADLINE_MS = 30_000;

type Options = {
  readonly env?: NodeJS.ProcessEnv;
  readonly settings?: object;
  /** What runs, if not `capstan serve`; it says the same on its first line. */
  readonly command?: readonly string[];
};

/** A server in a process and a home of its own. */
export async function serveChild({ env, settings = {}, command = CAPSTAN }: Options) {
  const home = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  const child = spawn(process.execPath, command, {
    env: { ...process.env, DATABASE_URL: "", CAPSTAN_PORT: "0", ...env, CAPSTAN_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data", {
    signal: AbortSignal.timeout(START_DEADLINE_MS),
  });
  const { url }: { url: string } = JSON.parse(String(line));
  const headers = { authorization: `Bearer ${readFileSync(join(home, "api-key"), "utf8").trim()}` };
  return {
    url,
    headers,
    async call<Answer>(
      method: string,
      path: string,
      body?: unknown,
      token?: string,
    ): Promise<Answer> {
      const response = await fetch(url + path, {
        method,
        headers: token ? { authorization: `Bearer ${token}` } : headers,
        signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer as Answer;
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await Promise.race([ended, delay(REQUEST_DEADLINE_MS, undefined, { ref: false })]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type ServeChild = Awaited<ReturnType<typeof serveChild>>;
