import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sha256 } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
import { hostEnvironment } from "../../base/host-environment.ts";
import {
  isPinned,
  lineWithoutHash,
  lockProblem,
  type NodePackages,
  nodePackages,
  pythonPackages,
} from "../../base/packages.ts";
import { removeFolder } from "../../base/remove-folder.ts";
import { NPM_SAFE, type NpmSettings, runNpm } from "../../base/run-npm.ts";
import type { ChildExecution } from "../../schema/execution.ts";
import type { Dependencies, Given } from "./given-to.ts";

type Options = NpmSettings & {
  /** Where they are kept, each set in a folder by the digest of its lock. */
  readonly folder: string;
  /** The folder that has a bundle's files on this machine. */
  readonly layOut: (bundle: string) => Promise<string>;
};

type Needed = Pick<Given, "mounts" | "env">;

const NOTHING: Needed = { mounts: [], env: {} };
const PROGRAM_FOLDERS = ["/usr/local/bin", "/usr/bin", "/bin"];
const PYTHON = "/usr/bin/python3";
const PACKAGES = "/packages";
const PACKAGE_FILES = ["requirements.txt", "package.json", "package-lock.json"] as const;
const FETCH_MS = 180_000;
const run = promisify(execFile);

/**
 * What the code of a bundle depends on. Whoever installed the bundle has approved its lock: what that
 * names is fetched when it is first needed, without running anything of it, and never changed again.
 */
export function createDependencies({ folder, layOut, npm, env }: Options): Dependencies {
  const known = new Map<string, Promise<Needed>>();

  async function find(bundle: string, entry: string): Promise<Needed> {
    const files = await layOut(bundle);
    const texts = new Map<string, string | undefined>(
      await Promise.all(
        PACKAGE_FILES.map(async (name) => {
          const text = await readFile(join(files, name), "utf8").catch(() => undefined);
          return [name, text] as const;
        }),
      ),
    );
    const read = (name: string) => texts.get(name);
    return entry.endsWith(".py") ? ofPython(pythonPackages(read)) : ofNode(nodePackages(read));
  }

  async function ofPython(wanted: readonly string[]): Promise<Needed> {
    // Nobody has approved what an open list would bring: an import that needs it says so.
    if (wanted.length === 0 || !isPinned(wanted)) return NOTHING;
    const loose = lineWithoutHash(wanted);
    if (loose !== undefined) {
      const message = `"${loose}" in its requirements.txt has no hash. Write it, and all that it needs, with --hash=sha256:…, as "pip-compile --generate-hashes" does.`;
      throw missing(message);
    }
    const list = wanted.toSorted().join("\n");
    const place = await install(`python ${list}`, async (making) => {
      await writeFile(join(making, "requirements.txt"), list);
      const args = ["-I", "-m", "pip", "install", "--only-binary=:all:", "--no-compile"];
      const exact = ["--no-deps", "--require-hashes"];
      const quiet = ["--no-input", "--disable-pip-version-check", "--quiet", "--retries=1"];
      const what = ["--target", join(making, "packages"), "-r", join(making, "requirements.txt")];
      const given = hostEnvironment("pip", env);
      const options = { cwd: making, env: given, timeout: FETCH_MS };
      await run(PYTHON, [...args, ...exact, ...quiet, ...what], options);
    }).catch((error) => {
      const names = wanted.map((line) => line.replace(/\s*[;\s].*$/, ""));
      throw missing(`It needs ${names.join(", ")}, which could not be installed.`, error);
    });
    const source = join(place, "packages");
    return {
      mounts: [{ source, target: PACKAGES, mode: "ro" }],
      env: { CAPSTAN_PACKAGES: PACKAGES },
    };
  }

  async function ofNode({ names, manifest, lock }: NodePackages): Promise<Needed> {
    if (names.length === 0 || lock === undefined) return NOTHING;
    const problem = lockProblem(lock, manifest);
    if (problem !== undefined) throw missing(problem);
    const place = await install(`npm ${manifest}\n${lock}`, async (making) => {
      await writeFile(join(making, "package.json"), manifest);
      await writeFile(join(making, "package-lock.json"), lock);
      await runNpm({ npm, env }, making, ["ci", ...NPM_SAFE]);
    }).catch((error) => {
      throw missing(`It needs ${names.join(", ")}, which could not be installed.`, error);
    });
    const source = join(place, "node_modules");
    // Beside the bundle: code looks for packages in every folder above its own.
    return { mounts: [{ source, target: "/node_modules", mode: "ro" as const }], env: {} };
  }

  /** What was installed before is not installed again; what failed leaves nothing. */
  async function install(lock: string, fill: (making: string) => Promise<void>): Promise<string> {
    const place = join(folder, sha256(lock));
    if (existsSync(place)) return place;
    await mkdir(folder, { recursive: true });
    const making = await mkdtemp(join(folder, "new-"));
    try {
      await fill(making);
      if (!existsSync(place)) await rename(making, place);
      return place;
    } finally {
      await removeFolder(making);
    }
  }

  return {
    async of({ bundle, entry, binaries = [] }: ChildExecution) {
      const absent = binaries.filter((name) => !isProgram(name));
      if (absent.length > 0) {
        throw missing(
          `It needs ${absent.join(", ")}, which is not installed on this machine. Install it, and try again.`,
        );
      }
      const key = `${bundle} ${entry}`;
      const found = known.get(key) ?? find(bundle, entry);
      known.set(key, found);
      // Somebody may have put right what was missing.
      found.catch(() => known.delete(key));
      return found;
    },
  };
}

function isProgram(name: string): boolean {
  return (
    /^[\w.+-]+$/.test(name) && PROGRAM_FOLDERS.some((folder) => existsSync(join(folder, name)))
  );
}

function missing(message: string, cause?: unknown): CapstanError {
  return new CapstanError("DEPENDENCY_MISSING", message, { cause });
}
