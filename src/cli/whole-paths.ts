import { statSync } from "node:fs";
import { resolve } from "node:path";

/** Names that are found in a registry, whatever lies in this folder. */
const INSTALLERS: ReadonlySet<string> = new Set(["npx", "uvx"]);

/**
 * A command as whoever is in this folder means it: files of it by their whole paths. The server runs it
 * from somewhere else.
 */
export function wholePaths(command: readonly string[], folder: string): readonly string[] {
  return INSTALLERS.has(command[0] ?? "")
    ? command
    : command.map((text) => (isHere(text, folder) ? resolve(folder, text) : text));
}

/** A folder only where it is written as a path: words such as `test` are arguments. */
function isHere(text: string, folder: string): boolean {
  if (text === "" || text.startsWith("-") || text.startsWith("/")) return false;
  const found = statSync(resolve(folder, text), { throwIfNoEntry: false });
  return found?.isFile() === true || (found?.isDirectory() === true && /^\.\.?(?:\/|$)/.test(text));
}
