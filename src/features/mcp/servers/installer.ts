import { existsSync } from "node:fs";
import { join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import type { LockedPackage } from "../../../schema/mcp-server.ts";
import { installLocked } from "../client/install-package.ts";
import { installPython } from "../client/install-python.ts";
import type { PackageSpec } from "../client/package-spec.ts";
import { NPM_FOLDER, PYTHON_FOLDER } from "../client/plan-box.ts";

/** Fetches again what `npx` and `uvx` servers were found to need when they were added. */
export type Installer = (
  spec: PackageSpec,
  /** Null for a server that is added now. */
  pinned: LockedPackage | null,
) => Promise<LockedPackage>;

type Options = {
  readonly folder: string;
  readonly npm: string | undefined;
  readonly python: string;
  readonly env: NodeJS.ProcessEnv;
};

export function createInstaller({ folder, npm, python, env }: Options): Installer {
  return async (spec, pinned) => {
    if (pinned?.lock === undefined) throw new CapstanError("MCP_SERVER_INVALID", noLock(spec));
    const own = join(folder, spec.from === "npm" ? NPM_FOLDER : PYTHON_FOLDER);
    if (existsSync(join(own, pinned.digest))) return pinned;
    if (spec.from === "npm") {
      if (npm === undefined) throw new CapstanError("DEPENDENCY_MISSING", NO_NPM);
      return installLocked(pinned, { folder: own, npm, env });
    }
    const found = await installPython(spec, { folder: own, python, env }, pinned.lock);
    if (found.digest === pinned.digest) return found;
    const message = `"${spec.name}" brings other packages than when it was added. Remove the server and add it anew.`;
    throw new CapstanError("MCP_SERVER_INVALID", message);
  };
}

/** Finding the packages that are needed may run programs of strangers on this machine. */
function noLock({ from, name }: PackageSpec): string {
  const program = from === "npm" ? "npx" : "uvx";
  return `Capstan does not install "${name}" through ${program}: nothing pins the packages that it would bring. Install the server yourself, and add it with the command that starts it.`;
}

const NO_NPM = "npx packages are installed by npm, and npm was not found. Install it.";
