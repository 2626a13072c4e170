import { CapstanError } from "../../base/errors.ts";
import type { FolderOrZip, FolderShelf, FoundFolder } from "../bundles/folder-shelf.ts";
import { packInvalid } from "../bundles/pack-errors.ts";

/** A folder or a zip that is a pack. Other kinds are refused by their names. */
export async function readPack(
  { find, kinds }: Pick<FolderShelf, "find" | "kinds">,
  from: FolderOrZip,
): Promise<FoundFolder> {
  const found = await asPack(find(from));
  if (found.kind === "pack") return found;
  const { called } = kinds.of(found.kind);
  const message = `This folder is ${called}. An admin installs it as one.`;
  throw packInvalid(message, { kind: found.kind });
}

/** Every reading of a pack fails with the code of packs. */
export async function asPack<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof CapstanError) || error.code !== "BUNDLE_INVALID") throw error;
    throw packInvalid(error.message, error.details);
  }
}
