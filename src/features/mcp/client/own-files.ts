import { existsSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import type { HostFolders } from "../../../sandbox/host-folders.ts";

/** What a server of this machine is made of: its own package, and what else it names. */
export type OwnFiles = {
  /** The package folder of its script, or the script alone; null when it has none. */
  readonly own: string | null;
  /** Other paths among its arguments: it sees them only if its access has them. */
  readonly others: readonly string[];
};

/**
 * Finds the script that a command runs, and the package around it: the nearest `package.json`, and
 * when that lies inside a `node_modules`, the folder above the outermost one, because npm hoists.
 */
export async function findOwnFiles(
  command: string,
  args: readonly string[],
  folders: Pick<HostFolders, "rootOf">,
): Promise<OwnFiles> {
  const paths = [command, ...args].filter((text) => isAbsolute(text));
  const script = paths.find((path) => isFile(path) && !isSystem(path));
  return {
    own: script === undefined ? null : await packageOf(await realpath(script), folders),
    others: paths.filter((path) => path !== script && !isSystem(path)),
  };
}

async function packageOf(script: string, folders: Pick<HostFolders, "rootOf">): Promise<string> {
  const folder = nearestPackage(dirname(script));
  if (folder === undefined) return script;
  const at = folder.indexOf("/node_modules/");
  const whole = at < 0 ? folder : folder.slice(0, at);
  try {
    return (await folders.rootOf(whole, { write: false })).root;
  } catch {
    // What nobody may open as a whole, such as a home folder, is not mounted for it either.
    return script;
  }
}

function nearestPackage(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : nearestPackage(above);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** What every box has. */
function isSystem(path: string): boolean {
  return /^\/(?:usr|bin|lib|lib64)\//.test(path);
}
