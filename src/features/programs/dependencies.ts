import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createBoundedMap } from "../../base/bounded-map.ts";
import { CapstanError } from "../../base/errors.ts";
import type { ChildExecution } from "../../schema/execution.ts";
import type { Dependencies, Given } from "./given-to.ts";
import type { Closure, Ecosystem } from "./packages/closure.ts";
import type { OnProgress, Packages } from "./packages/packages.ts";
import { askedPackages } from "./packages/read-package-lock.ts";
import { isPinned, requirementLines } from "./packages/read-requirements.ts";

type Options = {
  readonly packages: Packages;
  /** The folder that has a bundle's files on this machine. */
  readonly layOut: (bundle: string) => Promise<string>;
};

type Needed = Pick<Given, "mounts" | "env">;
type ReadFile = (name: string) => Promise<string | undefined>;

const NOTHING: Needed = { mounts: [], env: {} };
const PROGRAM_FOLDERS = ["/usr/local/bin", "/usr/bin", "/bin"];
const PACKAGES = "/packages";
const MAX_KNOWN = 200;
const PYTHON = /(?:^|\/)python[\d.]*$|\.py$/;
const NODE = /(?:^|\/)node$|\.[cm]?[jt]s$/;

/** How a box finds packages: code of Node looks in every folder above its own. */
const GIVEN: Readonly<Record<Ecosystem, (folder: string) => Needed>> = {
  npm: (folder) => ({
    mounts: [{ source: join(folder, "node_modules"), target: "/node_modules", mode: "ro" }],
    env: {},
  }),
  python: (folder) => ({
    mounts: [{ source: join(folder, "site"), target: PACKAGES, mode: "ro" }],
    env: { CAPSTAN_PACKAGES: PACKAGES, PYTHONPATH: PACKAGES },
  }),
};

/**
 * What the code of a bundle depends on. Whoever installed the bundle has approved its lock: its
 * packages are fetched when they are first needed, and nothing of them runs for that.
 */
export function createDependencies({ packages, layOut }: Options): Dependencies {
  /** Bundles never change: each lock is read once. */
  const closures = createBoundedMap<string, Promise<Closure | undefined>>(MAX_KNOWN);

  async function pythonClosure(read: ReadFile): Promise<Closure | undefined> {
    const text = await read("requirements.txt");
    const lines = requirementLines(text);
    if (lines.length > 0) {
      // An open list names no packages that a person could have approved. An import that fails says so.
      return isPinned(lines) ? packages.readRequirements(text ?? "") : undefined;
    }
    const uv = await read("uv.lock");
    return uv === undefined ? undefined : packages.readUvLock(uv);
  }

  async function nodeClosure(read: ReadFile): Promise<Closure | undefined> {
    const [manifest, lock] = await Promise.all([read("package.json"), read("package-lock.json")]);
    if (lock === undefined || askedPackages(manifest).length === 0) return undefined;
    return packages.readPackageLock(lock, manifest);
  }

  function closureOf(bundle: string, ecosystem: Ecosystem): Promise<Closure | undefined> {
    const key = `${ecosystem} ${bundle}`;
    const known = closures.get(key);
    if (known) return known;
    const found = layOut(bundle).then((files) => {
      const read = (name: string) => readFile(join(files, name), "utf8").catch(() => undefined);
      return ecosystem === "python" ? pythonClosure(read) : nodeClosure(read);
    });
    closures.set(key, found);
    return found;
  }

  async function installed(
    bundle: string,
    ecosystem: Ecosystem,
    onProgress?: OnProgress,
  ): Promise<Needed> {
    const closure = await closureOf(bundle, ecosystem);
    if (!closure || closure.entries.length === 0) return NOTHING;
    return GIVEN[ecosystem](await packages.install(closure, onProgress));
  }

  return {
    async of({ bundle, entry, binaries = [] }: ChildExecution, onProgress) {
      const absent = binaries.filter((name) => !isProgram(name));
      if (absent.length > 0) {
        const message = `It needs ${absent.join(", ")}, which is not installed on this machine. Install it, and try again.`;
        throw new CapstanError("DEPENDENCY_MISSING", message);
      }
      return installed(bundle, entry.endsWith(".py") ? "python" : "npm", onProgress);
    },
    async ofProgram(bundle, argv, onProgress) {
      const all = await Promise.all(
        languagesOf(argv).map((it) => installed(bundle, it, onProgress)),
      );
      return {
        mounts: all.flatMap(({ mounts }) => mounts),
        env: Object.assign({}, ...all.map(({ env }) => env)),
      };
    },
  };
}

/** A command that says nothing of its language may start programs in both. */
function languagesOf(argv: readonly string[]): readonly Ecosystem[] {
  const [isPython, isNode] = [PYTHON, NODE].map((names) => argv.some((it) => names.test(it)));
  if (isPython && !isNode) return ["python"];
  return isNode && !isPython ? ["npm"] : ["npm", "python"];
}

function isProgram(name: string): boolean {
  return (
    /^[\w.+-]+$/.test(name) && PROGRAM_FOLDERS.some((folder) => existsSync(join(folder, name)))
  );
}
