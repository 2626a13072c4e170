import { basename } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { wellFormed } from "../bundles/tests/checked-items.ts";
import type { FolderCheck } from "../bundles/tests/folder-tester.ts";
import { loadPack } from "./load-pack.ts";

/** Strictly: every warning is a fault. */
export const checkPackFolder: FolderCheck = async (_, found) => {
  const folder = basename(found.path);
  try {
    const { name, warnings } = loadPack(found.read, { folder, entryDoc: null });
    return { name: warnings.length > 0 ? folder : name, items: wellFormed(found, warnings) };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return { name: folder, items: wellFormed(found, [error.message]) };
  }
};
