import { existsSync } from "node:fs";
import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { installLocked, installPackage } from "../../mcp-client/install-package.ts";
import { installPython } from "../../mcp-client/install-python.ts";
import type { PackageSpec } from "../../mcp-client/package-spec.ts";
import { NPM_FOLDER, PYTHON_FOLDER } from "../../mcp-client/plan-box.ts";
import type { LockedPackage } from "../../schema/mcp-server.ts";

/** Fetches what `npx` and `uvx` would, once. */
export type Installer = (
  spec: PackageSpec,
  /** What it was found to be before, perhaps on another machine: that, or nothing. */
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
    const own = join(folder, spec.from === "npm" ? NPM_FOLDER : PYTHON_FOLDER);
    if (pinned && existsSync(join(own, pinned.digest))) return pinned;
    if (spec.from === "npm") {
      if (npm === undefined) throw new CapstanError("DEPENDENCY_MISSING", NO_NPM);
      const settings = { folder: own, npm, env };
      return pinned ? installLocked(pinned, settings) : installPackage(spec.name, settings);
    }
    const found = await installPython(spec, { folder: own, python, env }, pinned?.lock);
    if (!pinned || found.digest === pinned.digest) return found;
    const message = `"${spec.name}" brings other packages than when it was added. Remove the server and add it anew.`;
    throw new CapstanError("MCP_SERVER_INVALID", message);
  };
}

const NO_NPM = "npx packages are installed by npm, and npm was not found. Install it.";
