import { join } from "node:path";
import { sha256 } from "../../../base/digest.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { LockedPackage } from "../../../schema/mcp-server.ts";
import { type Closure, integrityOf, type LockedEntry } from "../../programs/packages/closure.ts";
import type { PackageRequest } from "../../programs/packages/package-requests.ts";
import type { Packages } from "../../programs/packages/packages.ts";
import { normalName } from "../../programs/packages/read-requirements.ts";
import { npmSpec, type PackageSpec, requirementOf } from "../client/package-spec.ts";
import type { PackageStart } from "../client/plan-box.ts";
import { findConsoleScript, pythonLauncher } from "./console-script.ts";
import { findNpmProgram } from "./npm-program.ts";

export type InstalledPackage = {
  readonly package: LockedPackage;
  /** Looks at the installed files again, and says how they are started. */
  readonly start: () => Promise<PackageStart>;
};

/** Packages that a server would need, before any of them is installed. */
export type ProposedPackage = Pick<PackageRequest, "closure" | "bytes"> & {
  /** Installs them, and answers the record of it. */
  readonly lock: () => Promise<LockedPackage>;
};

/** Installs the packages of `npx` and `uvx` servers. */
export type Installer = {
  /** Installs exactly what was approved. */
  install(spec: PackageSpec, pinned: LockedPackage): Promise<InstalledPackage>;
  /** Finds what a server needs now. Archives are fetched, and none is unpacked. */
  propose(spec: PackageSpec): Promise<ProposedPackage>;
  /** What was proposed with this digest; undefined where the registry proposes something else now. */
  recall(spec: PackageSpec, digest: string): Promise<ProposedPackage | undefined>;
  entriesOf(pinned: LockedPackage | null): Promise<readonly LockedEntry[]>;
};

export function createInstaller(packages: Packages): Installer {
  const read = async (lock: string, runs: LockedPackage["runs"]) =>
    runs === "python" ? packages.readRequirements(lock) : packages.readPackageLock(lock);

  async function proposed(spec: PackageSpec, text: string): Promise<ProposedPackage> {
    const closure = await read(text, spec.from === "npm" ? undefined : "python");
    const bytes = await packages.fetch(closure);
    return { closure, bytes, lock: () => lockOf(packages, spec, closure, text) };
  }

  async function propose(spec: PackageSpec): Promise<ProposedPackage> {
    const text =
      spec.from === "npm"
        ? await packages.proposePackageLock(manifestFor(spec.name))
        : await packages.proposeRequirements([requirementOf(spec.name)]);
    const found = await proposed(spec, text);
    await packages.locks.keep(found.closure.digest, text);
    return found;
  }

  return {
    propose,
    async recall(spec, digest) {
      const text = await packages.locks.find(digest);
      const found = text === undefined ? await propose(spec) : await proposed(spec, text);
      return found.closure.digest === digest ? found : undefined;
    },
    async install(spec, pinned) {
      const { lock = "", name, runs } = pinned;
      const closure = await read(lock, runs);
      if (digestOf(spec, closure, lock) !== pinned.digest || !hasMain(closure, pinned)) {
        const message = `"${name}" brings other packages than when it was added. Remove the server and add it anew.`;
        throw invalid(message);
      }
      await packages.install(closure);
      return { package: pinned, start: () => startOf(packages, spec, closure, pinned) };
    },
    async entriesOf(pinned) {
      if (pinned?.lock === undefined) return [];
      return (await read(pinned.lock, pinned.runs)).entries;
    },
  };
}

async function lockOf(
  packages: Packages,
  spec: PackageSpec,
  closure: Closure,
  lock: string,
): Promise<LockedPackage> {
  const wanted = spec.from === "npm" ? npmSpec(spec.name).name : pythonName(spec.name);
  const main = closure.entries.find(({ place, name }) =>
    spec.from === "npm" ? place === `node_modules/${wanted}` : normalName(name) === wanted,
  );
  const [hash] = main?.hashes ?? [];
  if (!main || hash === undefined) throw invalid(`"${spec.name}" did not come with its name.`);
  const source = await packages.install(closure);
  const { name, version } = main;
  const known = {
    name,
    version,
    integrity: integrityOf(hash),
    digest: digestOf(spec, closure, lock),
  };
  if (spec.from === "npm") {
    return { ...known, bin: await findNpmProgram(source, wanted), lock };
  }
  const { module, call } = await findConsoleScript(join(source, "site"), spec);
  return { ...known, bin: `${module}:${call}`, runs: "python", lock };
}

function manifestFor(text: string): string {
  const { name, range } = npmSpec(text);
  return JSON.stringify({ dependencies: { [name]: range } });
}

function pythonName(text: string): string {
  return normalName(text.replace(/[[@=<>!~; ].*$/s, ""));
}

/** Of all packages of the lock; for Python also of the program, which the lock does not name. */
function digestOf(spec: PackageSpec, closure: Closure, lock: string): string {
  return spec.from === "npm" ? closure.digest : sha256(`${lock}\n${spec.program}`);
}

function hasMain({ entries }: Closure, { integrity }: LockedPackage): boolean {
  return entries.some(({ hashes }) => hashes.some((hash) => integrityOf(hash) === integrity));
}

async function startOf(
  packages: Packages,
  spec: PackageSpec,
  closure: Closure,
  { bin }: LockedPackage,
): Promise<PackageStart> {
  const source = await packages.install(closure);
  if (spec.from === "npm") return { source, runs: "node", file: bin };
  const script = await findConsoleScript(join(source, "site"), spec);
  return { source, runs: "python", code: pythonLauncher(script, spec.program) };
}

function invalid(message: string): CapstanError {
  return new CapstanError("MCP_SERVER_INVALID", message);
}
