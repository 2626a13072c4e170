import { CapstanError } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { installFound, type Place, SHIPPED_BY } from "../features/bundles/found-folders.ts";
import { trustedPlaces } from "../features/bundles/trusted-folders.ts";
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

  async function install(engine: Engine, found: readonly Place[], by: string): Promise<void> {
    const result = await installFound(engine, found, by);
    refused = [...refused, ...result.refused];
    for (const { path, reason } of result.refused) {
      report(new CapstanError("FOLDER_REFUSED", `${path} was not installed. ${reason}`));
    }
  }

  async function search(engine: Engine, folders: readonly string[]): Promise<void> {
    if (shippedPacks !== undefined) {
      await install(engine, [{ path: shippedPacks, in: "shipped" }], SHIPPED_BY).catch(report);
    }
    shipped.resolve();
    const home: Place[] =
      capabilityFolder === undefined ? [] : [{ path: capabilityFolder, in: "home" }];
    const others = folders.map((path): Place => ({ path, in: "project" }));
    await install(engine, [...home, ...others, ...(await trustedPlaces(engine))], "system");
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
