import { CapstanError } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { type Found, takeInFolders } from "../features/bundles/found-folders.ts";
import { takeInFound, takeInShipped } from "../features/packs/found-packs.ts";
import { SHIPPED_BY } from "../features/packs/removed-packs.ts";
import type { RefusedFolder } from "../schema/installed-folder.ts";
import type { AssembleOptions } from "./assemble-options.ts";

type Places = Pick<AssembleOptions, "shippedPacks" | "packFolders" | "capabilityFolder">;

/**
 * Installs what lies in the folders of this machine, after each start. There may be hundreds of them, so
 * the start does not wait. A process that has no folders only runs what others have found.
 */
export function createFolderSearch(places: Places, report: (error: unknown) => void) {
  const shipped = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  let isBegun = false;
  let refused: readonly RefusedFolder[] = [];
  const { shippedPacks, packFolders, capabilityFolder } = places;
  if (!packFolders) {
    shipped.resolve();
    all.resolve();
  }

  async function take(...searches: readonly (() => Promise<Found>)[]): Promise<void> {
    for (const search of searches) {
      const found = await search();
      refused = [...refused, ...found.refused];
      for (const { path, reason } of found.refused) {
        report(new CapstanError("FOLDER_REFUSED", `${path} was not installed. ${reason}`));
      }
    }
  }

  async function search(engine: Engine, folders: readonly string[]): Promise<void> {
    if (shippedPacks !== undefined) {
      await take(
        () => takeInShipped(engine, shippedPacks),
        () => takeInFolders(engine, shippedPacks, "shipped", SHIPPED_BY),
      ).catch(report);
    }
    shipped.resolve();
    await take(() => takeInFound(engine, folders, "system"));
    if (capabilityFolder === undefined) return;
    await take(() => takeInFolders(engine, capabilityFolder, "local", "system"));
  }

  return {
    begin(engine: Engine): void {
      isBegun = true;
      if (packFolders) search(engine, packFolders).catch(report).finally(all.resolve);
    },
    shipped: () => shipped.promise,
    all: () => all.promise,
    refused: () => refused,
    /** A search that never began has ended. */
    ended: () => (isBegun ? all.promise : Promise.resolve()),
  };
}
