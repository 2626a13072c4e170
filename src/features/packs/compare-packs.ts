import { basename } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import type { BundleFile } from "../../schema/bundle.ts";
import type { Pack } from "../../schema/pack.ts";
import type { FolderShelf } from "../bundles/folder-shelf.ts";
import { readPack } from "./read-pack.ts";

export type FileChange = {
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
};

/** Which files differ, by path. */
export function compareFiles(
  before: readonly BundleFile[],
  now: readonly BundleFile[],
): readonly FileChange[] {
  const old = new Map(before.map((file) => [file.path, file]));
  const current = new Map(now.map((file) => [file.path, file]));
  const paths = [...new Set([...old.keys(), ...current.keys()])].sort();
  return paths.flatMap((path): FileChange[] => {
    const [one, other] = [old.get(path), current.get(path)];
    if (!one) return [{ path, change: "added" }];
    if (!other) return [{ path, change: "removed" }];
    const isSame = one.digest === other.digest && one.executable === other.executable;
    return isSame ? [] : [{ path, change: "changed" }];
  });
}

export type CompareShelf = Pick<FolderShelf, "find" | "kinds" | "load" | "files">;

export type FolderNow = {
  readonly changed: boolean;
  readonly changes: readonly FileChange[];
  /** Why the folder cannot be read; null when it can, or there is none. */
  readonly problem: string | null;
};

/** What has become of a pack's folder since it was installed. */
export async function compareFolder(
  shelf: CompareShelf,
  { path, digest, wantedEntryDoc }: Pack,
): Promise<FolderNow> {
  if (path === null) return { changed: false, changes: [], problem: null };
  try {
    const { kind, read } = await readPack(shelf, { path });
    shelf.load(kind, read, { folder: basename(path), asked: { wantedEntryDoc } });
    const changes = compareFiles(await shelf.files(digest), read.bundle.files);
    return { changed: read.bundle.digest !== digest, changes, problem: null };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return { changed: true, changes: [], problem: error.message };
  }
}
