import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, relative, sep } from "node:path";
import type { CapstanError } from "../../base/errors.ts";
import { packInvalid } from "./pack-errors.ts";

type Invalid = (problem: string, details: Record<string, unknown>) => CapstanError;

export type RootRules = {
  /** Capstan's own folder; undefined where it has none. */
  readonly home?: string | undefined;
  /** The one folder inside it from which packs may come. */
  readonly capabilities?: string | undefined;
};

/**
 * The real path of a folder that may be taken in: not the whole disk, no home folder, not Capstan's own
 * files. Links are resolved once, here.
 */
export async function allowedRoot(
  path: string,
  rules: RootRules,
  invalid: Invalid = packInvalid,
): Promise<string> {
  const tooMuch = (why: string) =>
    invalid(`This folder ${why}. Name the folder of the capability itself.`, { field: "path" });
  if (!isAbsolute(path) || path.includes("\0") || path.includes("*")) {
    throw invalid("Give the whole path of the folder, from / on and without *.", {
      field: "path",
    });
  }
  const root = await realpath(path).catch(() => undefined);
  const found = root === undefined ? undefined : await stat(root).catch(() => undefined);
  if (root === undefined || !found?.isDirectory()) {
    throw invalid("There is no such folder on this machine.", { field: "path" });
  }
  const own = rules.home && (await realpath(rules.home).catch(() => rules.home));
  const theirs = rules.capabilities && (await realpath(rules.capabilities).catch(() => undefined));
  const person = await realpath(homedir()).catch(() => homedir());
  if (isWithin(person, root)) throw tooMuch("holds a whole home folder");
  if (own && isWithin(own, root)) throw tooMuch("holds Capstan's own files");
  const isTheirs =
    theirs !== undefined && theirs !== "" && root !== theirs && isWithin(root, theirs);
  if (own && isWithin(root, own) && !isTheirs) throw tooMuch("is one of Capstan's own");
  return root;
}

/** Component by component, and a folder is within itself. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
