import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { hostEnvironment } from "./host-environment.ts";

const run = promisify(execFile);
const FETCH_MS = 180_000;
const MAX_OUTPUT = 10_000_000;

/**
 * Nothing of what was fetched runs outside of a box: no scripts, and no git, which npm would run for
 * a package that is asked for by a repository. All archives come from the registry.
 */
export const NPM_SAFE = [
  "--ignore-scripts",
  "--git=/nonexistent",
  "--replace-registry-host=always",
  "--no-audit",
  "--no-fund",
  "--omit=dev",
  "--no-bin-links",
];

/** Somebody waits for it. */
const IMPATIENT = [
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=500",
  "--fetch-retry-maxtimeout=1000",
];

export type NpmSettings = {
  /** The command that fetches packages. */
  readonly npm: string;
  /** Npm is given what it needs of it. */
  readonly env: NodeJS.ProcessEnv;
};

/** What npm prints. Rejects with the one line of it that says what is wrong. */
export async function runNpm(
  { npm, env }: NpmSettings,
  cwd: string,
  args: readonly string[],
): Promise<string> {
  try {
    await mkdir(cwd, { recursive: true });
    const limits = { timeout: FETCH_MS, maxBuffer: MAX_OUTPUT };
    const { stdout } = await run(npm, [...args, ...IMPATIENT], {
      cwd,
      env: hostEnvironment("npm", env),
      ...limits,
    });
    return stdout;
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr ?? String(cause);
    const line = /npm error (?!code)(.*)/.exec(said)?.[1] ?? said.slice(0, 300);
    throw new Error(line, { cause });
  }
}
