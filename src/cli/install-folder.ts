import type { CommandContext } from "./command.ts";
import { readNamedBytes } from "./read-file.ts";

const DEADLINE_MS = 5 * 60_000;

/** Installs a folder, which the server reads, or a zip, which may lie on another machine. */
export async function installFolder(given: string, context: CommandContext) {
  const { resolve } = process.getBuiltinModule("node:path");
  const path = resolve(given);
  const body = path.toLowerCase().endsWith(".zip")
    ? readNamedBytes(path)
    : new TextEncoder().encode(JSON.stringify({ path }));
  const client = await context.admin();
  return client.request("POST /v1/capabilities/install", { body, deadlineMs: DEADLINE_MS });
}
