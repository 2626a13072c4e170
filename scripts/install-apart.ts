import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const DEADLINE_MS = 300_000;

/**
 * Installs what only one command needs into that command's own folder, on first use. Returns why it
 * could not, or undefined. Nothing of it runs at install: what it needs is prebuilt.
 */
export async function installApart(folder: string): Promise<string | undefined> {
  if (existsSync(join(folder, "node_modules", ".package-lock.json"))) return undefined;
  const args = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"];
  // Under `npm run` npm names its own script.
  const npm = process.env.npm_execpath;
  const [command, ...all] = npm ? [process.execPath, npm, ...args] : ["npm", ...args];
  try {
    await promisify(execFile)(command, all, { cwd: folder, timeout: DEADLINE_MS });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
