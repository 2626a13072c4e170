import { existsSync, readFileSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { HostFolders } from "../../../sandbox/host-folders.ts";
import type { Mount } from "../../../sandbox/sandbox.ts";

/** The program of a server as it starts in a box. */
export type Program = {
  readonly path: string;
  readonly mounts: readonly Mount[];
  /** It runs a script that its arguments name. */
  readonly isInterpreter: boolean;
};

type Folders = Pick<HostFolders, "rootOf">;

const INTERPRETERS = /^(?:python|pypy|node|bun|deno|ruby|perl|php|java|dotnet|lua)[\d.]*$/;
const ENVIRONMENT = "pyvenv.cfg";
const MAX_SETTINGS = 20_000;

/** A program that lies outside the folders of every box: an interpreter, or part of an environment. */
export async function findProgram(command: string, folders: Folders): Promise<Program | undefined> {
  if (!isAbsolute(command) || isSystem(command) || !isFile(command)) return undefined;
  const isInterpreter = INTERPRETERS.test(basename(command));
  const environment = dirname(dirname(command));
  if (existsSync(join(environment, ENVIRONMENT))) {
    // By the path that was typed: Python finds its environment through that.
    const wanted = [environment, ...baseOf(environment)];
    const mounts = await Promise.all(wanted.map((folder) => mountsOf(folder, folders)));
    return { path: command, mounts: mounts.flat(), isInterpreter };
  }
  if (!isInterpreter) return undefined;
  const path = await realpath(command);
  return { path, mounts: isSystem(path) ? [] : await installationOf(path, folders), isInterpreter };
}

/** The installation of Python that an environment was made from, where no box has it already. */
function baseOf(environment: string): string[] {
  const settings = readFileSync(join(environment, ENVIRONMENT), "utf8").slice(0, MAX_SETTINGS);
  const home = /^home\s*=\s*(\/.*?)\s*$/m.exec(settings)?.[1];
  if (home === undefined || isSystem(`${home}/`)) return [];
  // Only a folder that has an interpreter: the settings could name any.
  if (!["python3", "python"].some((name) => isFile(join(home, name)))) return [];
  return [basename(home) === "bin" ? dirname(home) : home];
}

/** Everything that was installed with it, or itself alone where that is no folder to open. */
async function installationOf(path: string, folders: Folders): Promise<readonly Mount[]> {
  const alone: Mount = { source: path, target: path, mode: "ro" };
  if (basename(dirname(path)) !== "bin") return [alone];
  return mountsOf(dirname(dirname(path)), folders).catch(() => [alone]);
}

/** Under the rule for roots, at its own place and at the one that leads there by links. */
async function mountsOf(folder: string, folders: Folders): Promise<readonly Mount[]> {
  const { root } = await folders.rootOf(folder, { write: false });
  return [...new Set([root, folder])].map((target) => ({ source: root, target, mode: "ro" }));
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Every box has these folders. */
export function isSystem(path: string): boolean {
  return /^\/(?:usr|bin|lib|lib64)\//.test(path);
}
