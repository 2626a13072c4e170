import { homedir } from "node:os";
import { join } from "node:path";
import type { Io } from "./command.ts";

export function homeFolder(env: Io["env"]): string {
  return env.CAPSTAN_HOME || join(homedir(), ".capstan");
}

/** `undefined` when there is none; the server then says that it wants one. */
export function apiKey(env: Io["env"]): string | undefined {
  return env.CAPSTAN_API_KEY || readHomeFile(env, "api-key")?.trim() || undefined;
}

export function readHomeFile(env: Io["env"], name: string): string | undefined {
  // Fetched for the reason in send.ts: importing it takes 2.4 ms longer.
  const { readFileSync } = process.getBuiltinModule("node:fs");
  try {
    return readFileSync(join(homeFolder(env), name), "utf8");
  } catch {
    return undefined;
  }
}
