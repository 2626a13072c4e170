import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import * as z from "zod";
import { sha256 } from "../../../base/digest.ts";
import { CapstanError } from "../../../base/errors.ts";
import { lockProblem } from "../../../base/packages.ts";
import { NPM_SAFE, type NpmSettings, runNpm } from "../../../base/run-npm.ts";
import type { LockedPackage } from "../../../schema/mcp-server.ts";

export type InstallSettings = NpmSettings & {
  /** Where packages are kept, each in a folder by the digest of what was installed. */
  readonly folder: string;
};

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});

const Manifest = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

/**
 * Exactly what was installed before, perhaps on another machine, without running anything of it;
 * anything else is refused.
 */
export async function installLocked(
  { lock, name, version, integrity, digest }: LockedPackage,
  settings: InstallSettings,
): Promise<LockedPackage> {
  const problem = lock === undefined ? "It has no lock." : lockProblem(lock);
  if (lock === undefined || problem !== undefined) throw invalid(`"${name}": ${problem}`);
  if (digestOf(lock, name, integrity) !== digest) {
    const message = `"${name}" brings other packages than when it was added. Remove the server and add it anew.`;
    throw invalid(message);
  }
  await mkdir(settings.folder, { recursive: true });
  const making = await mkdtemp(join(settings.folder, "new-"));
  try {
    const dependencies = { [name]: version };
    const manifest = { name: "server", private: true, dependencies };
    await writeFile(join(making, "package.json"), JSON.stringify(manifest));
    await writeFile(join(making, "package-lock.json"), lock);
    await npm(settings, making, ["ci", ...NPM_SAFE]);
    const bin = await findBin(making, name);
    const place = join(settings.folder, digest);
    if (!existsSync(place)) await rename(making, place);
    return { name, version, integrity, digest, bin, lock };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Of all packages that the lock names, with the hashes that npm holds them against. */
function digestOf(lock: string, name: string, integrity: string): string {
  const { packages } = Lock.parse(JSON.parse(lock));
  if (packages[`node_modules/${name}`]?.integrity !== integrity) {
    throw invalid(`"${name}" is not what the registry promised.`);
  }
  const lines = Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, part]) => `${path} ${part.version} ${part.integrity}`);
  return sha256(lines.toSorted().join("\n"));
}

async function findBin(folder: string, name: string): Promise<string> {
  const own = posix.join("node_modules", name);
  const text = await readFile(join(folder, own, "package.json"), "utf8");
  const { bin } = Manifest.parse(JSON.parse(text));
  const short = name.slice(name.indexOf("/") + 1);
  const named = new Map(Object.entries(typeof bin === "object" ? bin : {}));
  const [first, ...more] = named.values();
  const path =
    typeof bin === "string" ? bin : (named.get(short) ?? (more.length === 0 ? first : undefined));
  if (path === undefined) throw invalid(`"${name}" does not say which of its programs is meant.`);
  const inside = posix.join(own, path);
  if (!inside.startsWith(`${own}/`)) throw invalid(`The program of "${name}" lies outside of it.`);
  return inside;
}

async function npm(settings: InstallSettings, cwd: string, args: readonly string[]) {
  try {
    return await runNpm(settings, cwd, args);
  } catch (cause) {
    throw invalid(`The package could not be fetched: ${(cause as Error).message}`, cause);
  }
}

function invalid(message: string, cause?: unknown): CapstanError {
  return new CapstanError("MCP_SERVER_INVALID", message, { cause });
}
