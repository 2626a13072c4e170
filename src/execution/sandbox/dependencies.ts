import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { sha256 } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
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
const FETCH_MS = 180_000;
/** A name and exactly one version; nothing that names a file, a URL, an option or another list. */
const PINNED = /^[A-Za-z0-9][\w.-]*(?:\[[\w,-]+\])?==[\w.!+-]+(?:\s*;[\w\s.<>=!'"()]+)?$/;

const run = promisify(execFile);
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).optional() });
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), link: z.boolean().optional() }),
  ),
});

/**
 * What the code of a bundle depends on. Whoever installed the bundle has approved its lock: what that
 * names is fetched when it is first needed, without running anything of it, and never changed again.
 */
export function createDependencies({ folder, layOut, npm, env }: Options): Dependencies {
  const known = new Map<string, Promise<Needed>>();

  async function find(bundle: string, entry: string): Promise<Needed> {
    const files = await layOut(bundle);
    const read = (name: string) => readFile(join(files, name), "utf8").catch(() => undefined);
    return entry.endsWith(".py")
      ? ofPython(await read("requirements.txt"))
      : ofNode(files, await read("package.json"), await read("package-lock.json"));
  }

  async function ofPython(text = ""): Promise<Needed> {
    const lines = text.split("\n").map((line) => line.replace(/(?:^|\s)#.*$/, "").trim());
    const wanted = lines.filter((line) => line !== "");
    // Nobody has approved what an open list would bring: an import that needs it says so.
    if (wanted.length === 0 || !wanted.every((line) => PINNED.test(line))) return NOTHING;
    const list = wanted.toSorted().join("\n");
    const place = await install(`python ${list}`, async (making) => {
      await writeFile(join(making, "requirements.txt"), list);
      const args = ["-I", "-m", "pip", "install", "--only-binary=:all:", "--no-compile"];
      const quiet = ["--no-input", "--disable-pip-version-check", "--quiet", "--retries=1"];
      const what = ["--target", join(making, "packages"), "-r", join(making, "requirements.txt")];
      await run(PYTHON, [...args, ...quiet, ...what], { cwd: making, env, timeout: FETCH_MS });
    }).catch((error) => {
      throw missing(`It needs ${wanted.join(", ")}, which could not be installed.`, error);
    });
    const source = join(place, "packages");
    return {
      mounts: [{ source, target: PACKAGES, mode: "ro" }],
      env: { CAPSTAN_PACKAGES: PACKAGES },
    };
  }

  async function ofNode(files: string, text: string | undefined, lock: string | undefined) {
    const parsed = Manifest.safeParse(text === undefined ? {} : parse(text));
    const names = Object.keys(parsed.data?.dependencies ?? {});
    if (names.length === 0 || lock === undefined) return NOTHING;
    assertHashes(lock);
    const place = await install(`npm ${text}\n${lock}`, async (making) => {
      await Promise.all(
        ["package.json", "package-lock.json"].map((name) =>
          copyFile(join(files, name), join(making, name)),
        ),
      );
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

/** Everything that is fetched is held against a hash; nothing leads to a folder of the machine. */
function assertHashes(lock: string): void {
  const { data } = Lock.safeParse(parse(lock));
  if (!data) throw missing("Its package-lock.json cannot be read.");
  const loose = Object.entries(data.packages).find(
    ([path, { integrity, link }]) => path !== "" && (integrity === undefined || link === true),
  );
  if (loose) throw missing(`"${loose[0]}" in its package-lock.json has no hash.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function missing(message: string, cause?: unknown): CapstanError {
  return new CapstanError("DEPENDENCY_MISSING", message, { cause });
}
