import { join } from "node:path";
import { sha256 } from "../../../base/digest.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { LockedPackage } from "../../../schema/mcp-server.ts";
import { type Closure, integrityOf } from "../../programs/packages/closure.ts";
import type { Packages } from "../../programs/packages/packages.ts";
import type { PackageSpec } from "../client/package-spec.ts";
import type { PackageStart } from "../client/plan-box.ts";
import { findConsoleScript, pythonLauncher } from "./console-script.ts";

export type InstalledPackage = {
  readonly package: LockedPackage;
  /** Looks at the installed files again, and says how they are started. */
  readonly start: () => Promise<PackageStart>;
};

/** Installs what an `npx` or `uvx` server was found to need when it was added. */
export type Installer = (
  spec: PackageSpec,
  /** Null for a server that is added now. */
  pinned: LockedPackage | null,
) => Promise<InstalledPackage>;

export function createInstaller(packages: Packages): Installer {
  return async (spec, pinned) => {
    if (pinned?.lock === undefined) throw invalid(noLock(spec));
    const { lock } = pinned;
    const closure =
      spec.from === "npm" ? packages.readPackageLock(lock) : await packages.readRequirements(lock);
    if (digestOf(spec, closure, lock) !== pinned.digest || !hasMain(closure, pinned)) {
      const message = `"${pinned.name}" brings other packages than when it was added. Remove the server and add it anew.`;
      throw invalid(message);
    }
    await packages.install(closure);
    return { package: pinned, start: () => startOf(packages, spec, closure, pinned) };
  };
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

function noLock({ from, name }: PackageSpec): string {
  const program = from === "npm" ? "npx" : "uvx";
  return `Capstan does not install "${name}" through ${program}: nothing pins the packages that it would bring. Install the server yourself, and add it with the command that starts it.`;
}

function invalid(message: string): CapstanError {
  return new CapstanError("MCP_SERVER_INVALID", message);
}
