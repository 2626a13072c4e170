import type { Io } from "./command.ts";
import { readHomeFile } from "./home.ts";
import { send } from "./send.ts";

const HEALTH_DEADLINE_MS = 1_000;

/** What `serve.json` names, if that process lives and answers. */
export async function runningServer(env: Io["env"]): Promise<string | undefined> {
  const entry = readEntry(env);
  if (!entry || !isOurs(entry.pid)) return undefined;
  try {
    const { status } = await send({
      method: "GET",
      url: `${entry.url}/healthz`,
      deadlineMs: HEALTH_DEADLINE_MS,
    });
    return status === 200 ? entry.url : undefined;
  } catch {
    return undefined;
  }
}

function readEntry(env: Io["env"]): { url: string; pid: number } | undefined {
  try {
    const { url, pid } = JSON.parse(readHomeFile(env, "serve.json") ?? "");
    return typeof url === "string" && typeof pid === "number" ? { url, pid } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * After a crash the port in `serve.json` may belong to another user's process, which must not be
 * sent the API key: signal 0 fails for a process that is gone or not ours.
 */
function isOurs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
