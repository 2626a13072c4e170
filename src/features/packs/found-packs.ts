import { basename, join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import type { RefusedFolder } from "../../schema/installed-folder.ts";
import { PACK_SOURCE, type Pack } from "../../schema/pack.ts";
import type { Found } from "../bundles/found-folders.ts";
import { type ReadPack, takeIn } from "./registry.ts";
import { removedPacks, SHIPPED_BY, shippedKey } from "./removed-packs.ts";

const TRUSTED = "trusted_folders";
const MAX_TRUSTED = 200;
/** Where a project, or a person, keeps skills. */
export const SKILL_FOLDERS = [".agents/skills", ".claude/skills"] as const;
const IN_PROJECTS = [...SKILL_FOLDERS, ".capstan/capabilities"];

/** So many are stored in one commit: more would hold a whole disk of skills in memory. */
const AT_ONCE = 50;

/** Takes in what lies in these folders and in trusted projects. Nothing is attached (P3). */
export async function takeInFound(
  engine: Engine,
  folders: readonly string[],
  by: string,
): Promise<Found> {
  const trusted = await trustedFolders(engine);
  const places = trusted.flatMap((folder) => IN_PROJECTS.map((name) => join(folder, name)));
  const removed = await removedPacks(engine);
  // One that is known stays what it is, until somebody reads it again.
  const known = new Set([...engine.packs().values()].map(({ path }) => path));
  const batch = startBatch(engine, by);
  for (const place of [...folders, ...places]) {
    for (const folder of await engine.packShelf.find(place)) {
      if (engine.drain.requested) return batch.end();
      await batch.add(folder, async () => {
        const path = await engine.packShelf.rootOf(folder);
        if (known.has(path) || removed.has(path)) return undefined;
        known.add(path);
        return { path, entryDoc: null, reading: await engine.packShelf.readFolder(path, null) };
      });
    }
  }
  return batch.end();
}

/** Takes in what ships with Capstan, as it is in this version, but not what the owner removed. */
export async function takeInShipped(engine: Engine, place: string): Promise<Found> {
  const removed = await removedPacks(engine);
  const batch = startBatch(engine, SHIPPED_BY);
  const withCode = new Set(await engine.folderShelf.within(place));
  for (const folder of await engine.packShelf.find(place)) {
    // Skills and agents lie there too.
    if (withCode.has(folder)) continue;
    await batch.add(folder, async () => {
      if (removed.has(shippedKey(basename(folder)))) return undefined;
      const path = await engine.packShelf.rootOf(folder);
      const reading = await readPackOnly(engine, path);
      if (!reading) return undefined;
      const { name } = reading.metadata;
      const sameAs = (pack: Pack) => pack.addedBy === SHIPPED_BY && pack.name === name;
      const before = [...engine.packs().values()].find(sameAs);
      if (before?.digest === reading.read.bundle.digest && before.path === path) return undefined;
      return { path, entryDoc: null, reading, sameAs };
    });
  }
  return batch.end();
}

/** Nothing where the folder has code: then it is a skill or an agent, which are taken in as such. */
async function readPackOnly(engine: Engine, path: string) {
  try {
    return await engine.packShelf.readFolder(path, null);
  } catch (error) {
    if (error instanceof CapstanError && error.details?.kind !== undefined) return undefined;
    throw error;
  }
}

/** Many folders, a few commits, and one look at the catalog. */
function startBatch(engine: Engine, by: string) {
  const added: string[] = [];
  const refused: RefusedFolder[] = [];
  let read: (ReadPack & { readonly folder: string })[] = [];

  async function orRefused(folder: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      refused.push({ path: folder, reason: error.message });
    }
  }

  async function store(): Promise<void> {
    const wanted = read;
    read = [];
    const put = async (some: typeof wanted) => {
      const packs = await takeIn(engine, some, by);
      added.push(...packs.map(({ id }) => id));
    };
    try {
      if (wanted.length > 0) await put(wanted);
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      // One of them cannot be stored: each by itself, so that it is the only one.
      for (const one of wanted) await orRefused(one.folder, () => put([one]));
    }
  }

  return {
    async add(folder: string, readOne: () => Promise<ReadPack | undefined>): Promise<void> {
      await orRefused(folder, async () => {
        const one = await readOne();
        if (one) read.push({ ...one, folder });
      });
      if (read.length >= AT_ONCE) await store();
    },
    async end(): Promise<Found> {
      await store();
      if (added.length > 0) await engine.gate.catalog.refresh(PACK_SOURCE);
      return { added, refused };
    },
  };
}

/** From now on what lies in this project is found. */
export async function trustFolder(engine: Engine, path: string, by: string): Promise<Found> {
  const { gate, packShelf } = engine;
  const root = await packShelf.rootOf(path);
  const trusted = await trustedFolders(engine);
  if (!trusted.includes(root)) {
    const value = JSON.stringify([...trusted, root].slice(-MAX_TRUSTED));
    await gate.store.journal.commit("folder.trust", [
      { type: "note.put", name: TRUSTED, value },
      systemAudit(gate, "folder.trusted", by, { path: root }),
    ]);
  }
  return takeInFound(engine, [], by);
}

/** Projects whose content is found. */
export async function trustedFolders({ gate }: Pick<Engine, "gate">): Promise<readonly string[]> {
  const noted = await gate.store.system.note(TRUSTED);
  const folders: unknown = noted === undefined ? [] : JSON.parse(noted);
  return Array.isArray(folders) ? folders.filter((folder) => typeof folder === "string") : [];
}
