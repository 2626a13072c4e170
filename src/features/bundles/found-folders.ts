import { basename } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { codeSlug } from "../../base/slug.ts";
import type { Engine } from "../../engine/engine.ts";
import type { FolderMetadata, FolderOrigin, RefusedFolder } from "../../schema/installed-folder.ts";
import { folderId } from "../../schema/installed-folder.ts";
import { type FolderToInstall, isCodeFolder, putFolder } from "./registry.ts";
import { removalKey, removedFolders } from "./removed-folders.ts";

export type Found = {
  /** Ids that were not known before. */
  readonly added: readonly string[];
  readonly refused: readonly RefusedFolder[];
};

/**
 * Takes in the skills and agents that lie in a folder; nothing of them runs, and no agent has them.
 * What ships with Capstan follows its version; any other that is known stays what it is until
 * somebody reads it again.
 */
export async function takeInFolders(
  engine: Engine,
  place: string,
  origin: Extract<FolderOrigin, "shipped" | "local">,
  by: string,
): Promise<Found> {
  const removed = await removedFolders(engine);
  const added: string[] = [];
  const refused: RefusedFolder[] = [];
  for (const folder of await engine.folderShelf.within(place)) {
    if (engine.drain.requested) break;
    try {
      const found = await engine.folderShelf.find({ path: folder });
      if (!isCodeFolder(found)) continue;
      const wanted: FolderToInstall = { ...found, origin };
      const metadata = metadataOf(engine, wanted, folder);
      const id = folderId(found.kind, codeSlug(metadata.name, basename(folder)));
      const key = removalKey({ id, path: found.path, origin });
      if (key !== null && removed.has(key)) continue;
      if (isKnown(engine, wanted, id)) continue;
      added.push((await putFolder(engine, wanted, metadata, by)).id);
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      refused.push({ path: folder, reason: error.message });
    }
  }
  return { added, refused };
}

function isKnown(
  { installedFolders }: Engine,
  { path, origin, read }: FolderToInstall,
  id: string,
) {
  const before = installedFolders().get(id);
  if (origin === "shipped") {
    return before?.digest === read.bundle.digest && before.path === path;
  }
  return before?.path === path;
}

/** One that cannot be used is listed too, under the name of its folder: its owner sees why. */
function metadataOf(engine: Engine, { kind, read }: FolderToInstall, folder: string) {
  try {
    return engine.folderShelf.load(kind, read).metadata;
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    const broken: FolderMetadata = {
      name: basename(folder),
      version: "0.0.0",
      description: "",
      warnings: [error.message],
    };
    return broken;
  }
}
