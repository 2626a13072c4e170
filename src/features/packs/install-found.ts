import { basename } from "node:path";
import type { Engine } from "../../engine/engine.ts";
import { type InstalledFolder, originOf } from "../../schema/installed-folder.ts";
import type { Pack } from "../../schema/pack.ts";
import type { FoundFolder } from "../bundles/folder-shelf.ts";
import { installFolder, isCodeFolder } from "../bundles/registry.ts";
import { addReadPack } from "./registry.ts";

export type InstalledFound =
  | { readonly kind: "pack"; readonly pack: Pack }
  | { readonly kind: InstalledFolder["kind"]; readonly folder: InstalledFolder };

/** Puts a folder or a zip that was read into the registry of its kind. Nothing of it runs. */
export async function installFound(
  engine: Engine,
  found: FoundFolder,
  { entryDoc = null, by }: { readonly entryDoc?: string | null; readonly by: string },
): Promise<InstalledFound> {
  if (isCodeFolder(found)) {
    const folder = await installFolder(engine, { ...found, origin: originOf(found) }, by);
    return { kind: folder.kind, folder };
  }
  const { path, read } = found;
  const reading = engine.packShelf.load(read, folderName(found), entryDoc);
  return { kind: "pack", pack: await addReadPack(engine, { path, entryDoc, reading }, by) };
}

/** What its folder is called; empty for a zip. */
export function folderName({ path }: Pick<FoundFolder, "path">): string {
  return path === null ? "" : basename(path);
}
