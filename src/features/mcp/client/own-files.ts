import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import type { HostFolders } from "../../../sandbox/host-folders.ts";
import { findProgram, isFile, isSystem, type Program } from "./find-program.ts";

/** The files of this machine that a server is made of. */
export type OwnFiles = {
  /** Undefined for a command that is looked up in the box, or is the script itself. */
  readonly program: Program | undefined;
  /** The package folder of its script, or the script alone; null when it has none. */
  readonly own: string | null;
  /** Other paths among its arguments: it sees them only if its access has them. */
  readonly others: readonly string[];
};

/**
 * Finds the program and the script that a command runs, and the package around the script: the nearest
 * `package.json`, and when that lies inside a `node_modules`, the folder above the outermost one, because
 * npm hoists.
 */
export async function findOwnFiles(
  command: string,
  args: readonly string[],
  folders: Pick<HostFolders, "rootOf">,
): Promise<OwnFiles> {
  const program = await findProgram(command, folders);
  const named = args.filter((text) => isAbsolute(text) && !isSystem(text));
  const paths = program || !isAbsolute(command) || isSystem(command) ? named : [command, ...named];
  const script = program?.isInterpreter === false ? undefined : paths.find(isFile);
  return {
    program,
    own: script === undefined ? null : await packageOf(await realpath(script), folders),
    others: paths.filter((path) => path !== script),
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
    // A folder that cannot be opened as a whole, such as a home folder, is not mounted for it either.
    return script;
  }
}

function nearestPackage(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : nearestPackage(above);
}
