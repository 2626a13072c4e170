import { basename } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import {
  type FolderMetadata,
  folderSource,
  type InstalledFolder,
  type RefusedFolder,
} from "../../schema/installed-folder.ts";
import { BUNDLES } from "./bundles.ts";
import type { FolderKindParts, FoundIn } from "./folder-kind.ts";
import type { FoundFolder } from "./folder-shelf.ts";
import { placeFor } from "./place-for.ts";
import { type LoadedToInstall, loadForInstall, putFolders } from "./registry.ts";
import { removalKey, removedFolders } from "./removed-folders.ts";

export type Found = {
  /** Ids that were not known before. */
  readonly added: readonly string[];
  readonly refused: readonly RefusedFolder[];
};

/** A folder whose folders are installed at the start. */
export type Place = { readonly path: string; readonly in: FoundIn };

/** Who folders that ship with Capstan are installed by. */
export const SHIPPED_BY = "capstan";

/** So many are stored in one commit: more would hold a whole disk of skills in memory. */
const AT_ONCE = 50;

/**
 * Installs the folders that lie in these places; nothing of them runs, and no agent and no session gets
 * them (P3). What ships with Capstan follows its version; any other that is known stays what it is until
 * a person reads it again.
 */
export async function installFound(
  engine: Engine,
  places: readonly Place[],
  by: string,
): Promise<Found> {
  const { drain } = engine;
  const folderShelf = engine.of(BUNDLES).shelf;
  const removed = await removedFolders(engine);
  const installed = engine.of(BUNDLES).installed();
  const known = new Set([...installed.values()].map(({ path }) => path));
  const batch = startBatch(engine, by);
  for (const place of places) {
    for (const folder of await folderShelf.within(place.path)) {
      if (drain.requested) return batch.end();
      await batch.add(folder, async () => {
        const path = await folderShelf.rootOf(folder);
        const isShipped = place.in === "shipped";
        if (!isShipped && (known.has(path) || removed.has(path))) return undefined;
        known.add(path);
        const found = await folderShelf.find({ path });
        requireFoundIn(folderShelf.kinds.of(found.kind), place.in);
        return isShipped
          ? shippedFolder(engine, found, installed, removed)
          : loadFound(engine, { ...found, origin: "local" });
      });
    }
  }
  return batch.end();
}

/** Undefined for one that is there as it ships, or that its owner removed. */
function shippedFolder(
  engine: Engine,
  found: FoundFolder,
  installed: ReadonlyMap<string, InstalledFolder>,
  removed: ReadonlySet<string>,
): LoadedToInstall | undefined {
  const wanted = loadFound(engine, { ...found, origin: "shipped" });
  const { kind, path, read, metadata, origin } = wanted;
  const earlier = [...installed.values()].find(
    (one) => one.origin === "shipped" && one.kind === kind && one.name === metadata.name,
  );
  const replacing = { ...wanted, replaces: earlier?.id ?? null };
  const { id, before } = placeFor(engine.of(BUNDLES).shelf.kinds, installed, replacing);
  const key = removalKey({ id, path, origin });
  if (key !== null && removed.has(key)) return undefined;
  if (before?.digest === read.bundle.digest && before.path === path) return undefined;
  return replacing;
}

function requireFoundIn({ kind, called, foundIn }: FolderKindParts, place: FoundIn): void {
  if (foundIn.includes(place)) return;
  const message = `This folder is ${called}. An admin installs it as one.`;
  throw new CapstanError("BUNDLE_INVALID", message, { details: { kind } });
}

/** One that cannot be used is listed too, where its kind is: its owner sees why. */
function loadFound(engine: Engine, found: Omit<LoadedToInstall, "metadata">): LoadedToInstall {
  try {
    return loadForInstall(engine, found);
  } catch (error) {
    const { listsBroken } = engine.of(BUNDLES).shelf.kinds.of(found.kind);
    if (!listsBroken || !(error instanceof CapstanError)) throw error;
    const metadata: FolderMetadata = {
      name: basename(found.path ?? ""),
      version: "0.0.0",
      description: "",
      warnings: [error.message],
    };
    return { ...found, metadata };
  }
}

/** Takes folders one by one, and stores many at once. Those that cannot be used are told apart. */
function startBatch(engine: Engine, by: string) {
  const added: string[] = [];
  const refused: RefusedFolder[] = [];
  const changed = new Set<InstalledFolder["kind"]>();
  let waiting: { readonly folder: string; readonly wanted: LoadedToInstall }[] = [];

  async function orRefused(folder: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      refused.push({ path: folder, reason: error.message });
    }
  }

  async function put(some: typeof waiting): Promise<void> {
    const wanted = some.map((one) => one.wanted);
    for (const { id, kind } of await putFolders(engine, wanted, by)) {
      added.push(id);
      changed.add(kind);
    }
  }

  async function store(): Promise<void> {
    const some = waiting;
    waiting = [];
    try {
      if (some.length > 0) await put(some);
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      // One of them cannot be stored: each by itself, so that it is the only one.
      for (const one of some) await orRefused(one.folder, () => put([one]));
    }
  }

  async function end(): Promise<Found> {
    await store();
    for (const kind of changed) await engine.gate.catalog.refresh(folderSource(kind));
    changed.clear();
    return { added, refused };
  }

  return {
    async add(folder: string, load: () => Promise<LoadedToInstall | undefined>): Promise<void> {
      await orRefused(folder, async () => {
        const wanted = await load();
        if (wanted) waiting.push({ folder, wanted });
      });
      const last = waiting.at(-1)?.wanted.kind;
      const isAlone = last !== undefined && !engine.of(BUNDLES).shelf.kinds.of(last).inBatches;
      // Agents are given such folders in the order in which they are listed.
      if (isAlone) await end();
      else if (waiting.length >= AT_ONCE) await store();
    },
    end,
  };
}
