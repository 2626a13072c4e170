import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const PEERS = join(import.meta.dirname, "..", "peers");
const DEADLINE_MS = 300_000;

/** Returns why it could not, or undefined. Nothing of it runs at install: what it needs is prebuilt. */
export async function installPeers(): Promise<string | undefined> {
  if (existsSync(join(PEERS, "node_modules", ".package-lock.json"))) return undefined;
  console.log("bench: installing the peers");
  const args = ["install", "--prefix", PEERS, "--ignore-scripts", "--no-audit", "--no-fund"];
  // Under `npm run` npm names its own script.
  const npm = process.env.npm_execpath;
  const [command, ...all] = npm ? [process.execPath, npm, ...args] : ["npm", ...args];
  try {
    await promisify(execFile)(command, all, { cwd: PEERS, timeout: DEADLINE_MS });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
