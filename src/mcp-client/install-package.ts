import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import * as z from "zod";
import { sha256 } from "../base/digest.ts";
import { CapstanError } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import { NPM_SAFE, type NpmSettings, runNpm } from "../base/run-npm.ts";
import type { McpPackage } from "../schema/mcp-server.ts";

export type InstallSettings = NpmSettings & {
  /** Where packages are kept, each in a folder by the digest of what was installed. */
  readonly folder: string;
};

/** A name of the registry, and which version of it; nothing that names a file, a URL or a program. */
const SPEC =
  /^(?<name>(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@(?<version>[A-Za-z0-9.^~*<>=|+ -]{1,100}))?$/;

const Viewed = z.object({
  name: z.string(),
  version: z.string(),
  "dist.integrity": z.string(),
});

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

const Manifest = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

/**
 * Finds the version that is meant, installs exactly that without running anything of it, and holds
 * what came against what the registry promised. What was installed before is not installed again.
 */
export async function installPackage(spec: string, settings: InstallSettings): Promise<McpPackage> {
  const { name, version, integrity } = await resolve(spec, settings);
  await mkdir(settings.folder, { recursive: true });
  const making = await mkdtemp(join(settings.folder, "new-"));
  try {
    const dependencies = { [name]: version };
    await writeFile(
      join(making, "package.json"),
      JSON.stringify({ name: "server", private: true, dependencies }),
    );
    await npm(settings, making, ["install", ...NPM_SAFE]);
    const digest = await verify(making, name, integrity);
    const bin = await findBin(making, name);
    const place = join(settings.folder, digest);
    if (!existsSync(place)) await rename(making, place);
    return { name, version, integrity, digest, bin };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function resolve(spec: string, settings: InstallSettings) {
  if (!SPEC.test(spec)) {
    throw invalid(`"${spec}" is not a package of the registry, such as name or name@1.2.3.`);
  }
  const fields = ["name", "version", "dist.integrity"];
  const text = await npm(settings, settings.folder, ["view", spec, ...fields, "--json"]);
  const found: unknown = text.trim() === "" ? [] : parseJson(text);
  const { data, success } = z.array(Viewed).min(1).safeParse([found].flat());
  const newest = success ? data.at(-1) : undefined;
  if (!newest) throw invalid(`There is no package "${spec}".`);
  return { name: newest.name, version: newest.version, integrity: newest["dist.integrity"] };
}

/** Everything that was installed has a hash that npm has checked; the package has the promised one. */
async function verify(folder: string, name: string, integrity: string): Promise<string> {
  const text = await readFile(join(folder, "package-lock.json"), "utf8");
  const { packages } = Lock.parse(JSON.parse(text));
  const installed = Object.entries(packages).filter(([path]) => path !== "");
  for (const [path, { integrity: hash, link }] of installed) {
    if (hash === undefined || link) throw invalid(`"${path}" was fetched without a hash.`);
  }
  if (packages[`node_modules/${name}`]?.integrity !== integrity) {
    throw invalid(`"${name}" is not what the registry promised.`);
  }
  const lines = installed.map(([path, part]) => `${path} ${part.version} ${part.integrity}`);
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
