import type { Engine } from "../../../engine/engine.ts";
import type { InstalledFolder } from "../../../schema/installed-folder.ts";
import { BUNDLES } from "../bundles.ts";
import { installFolder } from "../registry.ts";

/** Installs the folder at a path, of whichever kind it is. */
export async function installPath(
  engine: Engine,
  path: string,
  by = "owner",
): Promise<InstalledFolder> {
  return installFolder(engine, await engine.of(BUNDLES).shelf.find({ path }), by);
}
