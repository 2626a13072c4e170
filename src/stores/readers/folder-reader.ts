import type { FolderKind, InstalledFolder } from "../../schema/installed-folder.ts";

export interface FolderReader {
  /** By id; those of one kind, where it is given. */
  list(kind?: FolderKind): Promise<readonly InstalledFolder[]>;
}
