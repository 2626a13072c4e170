import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sha256 } from "../../../base/digest.ts";
import { CapstanError } from "../../../base/errors.ts";
import { hostEnvironment } from "../../../base/host-environment.ts";
import type { LockedPackage } from "../../../schema/mcp-server.ts";

export type PythonSettings = {
  /** Where packages are kept, each in a folder by the digest of what was installed. */
  readonly folder: string;
  /** The Python that boxes have: what fits another one may not run there. */
  readonly python: string;
  readonly env: NodeJS.ProcessEnv;
};

/** What `uvx` would run: a package, and the program of it that is meant. */
export type PythonSpec = { readonly name: string; readonly program: string };

const run = promisify(execFile);
const FETCH_MS = 180_000;
const MAX_OUTPUT = 10_000_000;

/** A name of the index, perhaps with extras and one version; nothing that names a file or a URL. */
const SPEC =
  /^(?<name>[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?)(?:\[[A-Za-z0-9._,-]{1,100}\])?(?:(?:==|@)[A-Za-z0-9.+!]{1,60})?$/;
const WHEEL = /^(?<name>[A-Za-z0-9_.]+)-(?<version>[A-Za-z0-9_.+!]+)-[A-Za-z0-9_.-]+\.whl$/;
const LOCKED =
  /^[A-Za-z0-9_.]+==[A-Za-z0-9_.+!]+ --hash=sha256:[0-9a-f]{64}(?:\n[A-Za-z0-9_.]+==[A-Za-z0-9_.+!]+ --hash=sha256:[0-9a-f]{64})*$/;
const ENTRY = /^(?<module>[A-Za-z_][\w.]*):(?<call>[A-Za-z_][\w.]*)$/;

/** Wheels alone: they hold files, and nothing that would run while they are installed. */
const SAFE = ["--only-binary=:all:", "--disable-pip-version-check", "--no-input", "--quiet"];
/** Somebody waits for it. */
const IMPATIENT = ["--retries=1", "--timeout=15"];

/**
 * Fetches exactly the wheels of a lock, by their hashes, and unpacks them without running anything.
 */
export async function installPython(
  spec: PythonSpec,
  settings: PythonSettings,
  lock: string,
): Promise<LockedPackage> {
  const name = nameOf(spec.name);
  if (!LOCKED.test(lock)) throw invalid("Its lock cannot be read.");
  await mkdir(settings.folder, { recursive: true });
  const making = await mkdtemp(join(settings.folder, "new-"));
  try {
    const wheels = join(making, "wheels");
    const requirements = join(making, "lock.txt");
    await writeFile(requirements, lock);
    const asked = ["--no-deps", "--require-hashes", "--dest", wheels, "-r", requirements];
    await pip(settings, making, ["download", ...SAFE, ...IMPATIENT, ...asked]);
    const found = await hashWheels(wheels);
    const main = found.find((it) => plain(it.name) === plain(name));
    if (!main) throw invalid(`"${name}" did not come with its name.`);
    const locked = found
      .map((it) => `${it.name}==${it.version} --hash=sha256:${it.hash}`)
      .join("\n");
    await writeFile(requirements, locked);
    const from = ["--no-index", "--find-links", wheels, "--no-deps", "--require-hashes"];
    const into = ["--no-compile", "--target", join(making, "site"), "-r", requirements];
    await pip(settings, making, ["install", ...SAFE, ...from, ...into]);
    await rm(wheels, { recursive: true });
    await writeFile(join(making, START), await launcher(join(making, "site"), main, spec.program));
    const digest = sha256(`${locked}\n${spec.program}`);
    const place = join(settings.folder, digest);
    if (!existsSync(place)) await rename(making, place);
    const { version, hash } = main;
    const integrity = `sha256-${Buffer.from(hash, "hex").toString("base64")}`;
    return { name, version, integrity, digest, bin: START, runs: "python", lock: locked };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

const START = "start.py";

function nameOf(spec: string): string {
  const { name } = SPEC.exec(spec)?.groups ?? {};
  if (name !== undefined) return name;
  throw invalid(`"${spec}" is not a package of the index, such as name or name==1.2.3.`);
}

/** Names are the same in any case, and with any of `-_.` (PEP 503). */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

async function hashWheels(folder: string) {
  const files = (await readdir(folder)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const { name, version } = WHEEL.exec(file)?.groups ?? {};
      if (name === undefined || version === undefined) throw invalid(`"${file}" is not a wheel.`);
      const bytes = await readFile(join(folder, file));
      return { name, version, hash: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
}

/** What the package says its program is, as a file of our own. */
async function launcher(
  site: string,
  { name, version }: { readonly name: string; readonly version: string },
  program: string,
): Promise<string> {
  const path = join(site, `${name}-${version}.dist-info`, "entry_points.txt");
  const text = existsSync(path) ? await readFile(path, "utf8") : "";
  const [, scripts = ""] = text.split(/^\[console_scripts\]\s*$/m);
  const [own = ""] = scripts.split(/^\[/m);
  const programs = new Map(
    own.split("\n").flatMap((line) => {
      const [key, entry] = line.split("=", 2);
      return key !== undefined && entry !== undefined ? [[key.trim(), entry.trim()] as const] : [];
    }),
  );
  const { module, call } = ENTRY.exec(programs.get(program) ?? "")?.groups ?? {};
  if (module === undefined || call === undefined) {
    const known = [...programs.keys()].join(", ") || "none";
    throw invalid(`"${name}" has no program "${program}". It has: ${known}.`);
  }
  const [first = ""] = call.split(".");
  return [
    "import os, sys",
    'sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "site"))',
    `from ${module} import ${first}`,
    `sys.argv[0] = "${program}"`,
    `sys.exit(${call}())`,
    "",
  ].join("\n");
}

async function pip(
  { python, env }: PythonSettings,
  cwd: string,
  args: readonly string[],
): Promise<void> {
  try {
    await run(python, ["-I", "-m", "pip", ...args], {
      cwd,
      env: hostEnvironment("pip", env),
      timeout: FETCH_MS,
      maxBuffer: MAX_OUTPUT,
    });
  } catch (cause) {
    const { stderr: said = String(cause), code } = cause as { stderr?: string; code?: unknown };
    if (code === "ENOENT") throw missing(`${python} is not there.`, cause);
    if (/No module named pip/.test(said)) throw missing(`${python} has no pip.`, cause);
    const line = /ERROR: (.*)/.exec(said)?.[1] ?? said.slice(0, 300);
    throw invalid(`The package could not be fetched: ${line}`, cause);
  }
}

function missing(what: string, cause: unknown): CapstanError {
  const message = `Python packages are installed by pip, and ${what} Install python3 and python3-pip.`;
  return new CapstanError("DEPENDENCY_MISSING", message, { cause, details: { needs: "pip" } });
}

function invalid(message: string, cause?: unknown): CapstanError {
  return new CapstanError("MCP_SERVER_INVALID", message, { cause });
}
