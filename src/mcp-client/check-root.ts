import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { CapstanError } from "../base/errors.ts";

/** Folders that hold everyone's things, or the system's. */
const TOO_MUCH: ReadonlySet<string> = new Set([
  ...["/", "/home", "/root", "/Users", "/etc", "/usr", "/var", "/tmp", "/opt", "/srv", "/mnt"],
  ...["/proc", "/sys", "/dev", "/run", "/boot", "/bin", "/sbin", "/lib", "/lib64"],
]);

/**
 * A folder or file of this machine that a server may be given: a real, absolute path with its links
 * resolved, and not one that holds everything. `home` is Capstan's own, which nobody is given.
 */
export function checkRoot(root: string, home: string | undefined): string {
  const refuse = (why: string) =>
    new CapstanError("MCP_SERVER_INVALID", `"${root}" cannot be given to a server: ${why}`);
  if (!isAbsolute(root)) throw refuse("write the whole path, beginning with /.");
  if (root.includes("*")) throw refuse("name one folder, without *.");
  let real: string;
  try {
    real = realpathSync(root);
  } catch {
    throw refuse("there is no such file or folder.");
  }
  if (TOO_MUCH.has(real) || real === resolve(homedir())) throw refuse("it holds too much.");
  if (home !== undefined && meets(real, realpathOf(home))) throw refuse("it is Capstan's own.");
  return real;
}

/** Whether either lies in the other. */
function meets(one: string, other: string): boolean {
  const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  return isIn(one, other) || isIn(other, one);
}

function realpathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
