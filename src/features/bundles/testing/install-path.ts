import type { Engine } from "../../../engine/engine.ts";
import type { InstalledFolder } from "../../../schema/installed-folder.ts";
import { installFolder } from "../registry.ts";

/** Installs the folder at a path, of whichever kind it is. */
export async function installPath(
  engine: Engine,
  path: string,
  by = "owner",
): Promise<InstalledFolder> {
  return installFolder(engine, await engine.folderShelf.find({ path }), by);
}
