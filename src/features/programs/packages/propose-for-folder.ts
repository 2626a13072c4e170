import { textOf } from "../../bundles/agent-files.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import { packageError } from "./package-error.ts";
import type { Packages } from "./packages.ts";
import { askedPackages } from "./read-package-lock.ts";
import { isPinned, lineWithoutHash, requirementLines } from "./read-requirements.ts";

/** A lock that a folder lacks, for its author to add. */
export type FolderLock = {
  readonly file: string;
  readonly text: string;
  readonly packages: readonly string[];
};

/** Finds the packages that a folder asks for without a lock. Nothing is installed. */
export async function proposeForFolder(
  packages: Packages,
  read: ReadBundle,
): Promise<readonly FolderLock[]> {
  const locks: FolderLock[] = [];
  const manifest = textOf(read, "package.json");
  const hasLock = textOf(read, "package-lock.json") !== undefined;
  if (manifest !== undefined && askedPackages(manifest).length > 0 && !hasLock) {
    const text = await packages.proposePackageLock(manifest);
    const { entries } = packages.readPackageLock(text, manifest);
    locks.push({ file: "package-lock.json", text, packages: entries.map(named) });
  }
  const lines = requirementLines(textOf(read, "requirements.txt"));
  const isLoose = lines.length > 0 && (!isPinned(lines) || lineWithoutHash(lines) !== undefined);
  if (isLoose) {
    const text = await packages.proposeRequirements(lines.map(withoutHashes));
    const { entries } = await packages.readRequirements(text);
    locks.push({ file: "requirements.txt", text: `${text}\n`, packages: entries.map(named) });
  }
  if (locks.length > 0) return locks;
  throw packageError("The folder asks for no packages, or its locks have them all already.");
}

function named({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name} ${version}`;
}

function withoutHashes(line: string): string {
  return line.replaceAll(/\s+--hash=\S+/g, "");
}
