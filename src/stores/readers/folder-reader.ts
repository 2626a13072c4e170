import type { InstalledFolder } from "../../schema/installed-folder.ts";

export interface FolderReader {
  /** By id. */
  list(): Promise<readonly InstalledFolder[]>;
}
