import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { fixture } from "./open-mcp-api.ts";

/** A server that is reached over HTTP, until the test ends. */
export async function startServer(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(stop);
  return { child, stop };
}

/** One of the newer era. */
export async function startModern(port = 0) {
  const started = await startServer(fixture("modern-http.mjs"), [String(port)]);
  const [text] = await once(started.child.stdout, "data");
  return { ...started, port: Number(String(text).trim()) };
}
