import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { freeSlug, packSlug } from "../../base/slug.ts";
import type { Engine } from "../../engine/engine.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import { PACK_SOURCE, type Pack } from "../../schema/pack.ts";
import type { Change } from "../../stores/journal.ts";
import type { PackReading } from "./pack-shelf.ts";
import { forgetRemoval, rememberRemoval } from "./removed-packs.ts";
import { requireKnownPack } from "./require-pack.ts";

export type NewPack = {
  /** A folder of this machine, or the bytes of a zip. */
  readonly from: { readonly path: string } | { readonly zip: Uint8Array };
  readonly entryDoc?: string | undefined;
};

/** Takes a folder in as a pack. A folder that is one already is read again. */
export async function addPack(engine: Engine, wanted: NewPack, by: string): Promise<Pack> {
  const { packShelf } = engine;
  const entryDoc = wanted.entryDoc ?? null;
  const path = "path" in wanted.from ? await packShelf.rootOf(wanted.from.path) : null;
  const reading =
    "zip" in wanted.from
      ? await packShelf.readZip(wanted.from.zip, entryDoc)
      : await packShelf.readFolder(path ?? "", entryDoc);
  return addReadPack(engine, { path, entryDoc, reading }, by);
}

/** The same of one that was read already: what was looked at is what is installed. */
export async function addReadPack(engine: Engine, read: ReadPack, by: string): Promise<Pack> {
  const { path } = read;
  const [pack] = await takeIn(engine, [read], by);
  if (!pack) throw new CapstanError("INTERNAL", "The pack was not taken in.");
  if (path !== null) await forgetRemoval(engine, path);
  await engine.gate.catalog.refresh(PACK_SOURCE);
  return pack;
}

/** A folder or a zip that was read, on its way into the registry. */
export type ReadPack = {
  readonly path: string | null;
  readonly entryDoc: string | null;
  readonly reading: PackReading;
  /** The one that it is another version of; left out, one that has the same folder. */
  readonly sameAs?: (pack: Pack) => boolean;
};

/** All of them in one commit. Who calls this looks at the catalog again afterwards. */
export async function takeIn(
  engine: Engine,
  read: readonly ReadPack[],
  by: string,
): Promise<readonly Pack[]> {
  const { gate, packShelf } = engine;
  return retryConflicts(async () => {
    const packs = new Map(await knownNow(engine));
    const changes: Change[] = [];
    const taken: Pack[] = [];
    for (const one of read) {
      const { path, entryDoc, reading } = one;
      const { id, before } = placeFor(packs, one);
      const now = timestamp(gate.clock.now());
      const pack: Pack = {
        id,
        addedBy: before?.addedBy ?? by,
        addedAt: before?.addedAt ?? now,
        ...reading.metadata,
        path,
        wantedEntryDoc: entryDoc,
        digest: reading.read.bundle.digest,
        updatedAt: now,
      };
      await packShelf.keep(reading.read, userOf(pack.id));
      changes.push(...changesOf(engine, pack, before?.digest ?? null, by));
      packs.set(pack.id, pack);
      taken.push(pack);
    }
    await gate.store.journal.commit("pack.put", changes);
    return taken;
  });
}

/** The id that it gets, and the pack that it replaces. */
export function placeFor(
  packs: ReadonlyMap<string, Pack>,
  { path, reading, sameAs }: Pick<ReadPack, "path" | "reading" | "sameAs">,
): { readonly id: string; readonly before: Pack | undefined } {
  const isSame = sameAs ?? ((pack: Pack) => path !== null && pack.path === path);
  const before = [...packs.values()].find(isSame);
  const slug = packSlug(reading.metadata.name, reading.folder);
  return { id: before?.id ?? freeSlug(slug, (id) => packs.has(id)), before };
}

/** Reads a pack's folder again. Sessions stay on what they attached. */
export async function refreshPack(engine: Engine, id: string, by: string): Promise<Pack> {
  const { path, wantedEntryDoc } = requireKnownPack(engine, id);
  if (path === null) {
    const message = `"${id}" came as a zip and has no folder. Install the new zip, and remove this one.`;
    throw new CapstanError("PACK_INVALID", message);
  }
  const root = await engine.packShelf.rootOf(path);
  const reading = await engine.packShelf.readFolder(root, wantedEntryDoc);
  const sameAs = (pack: Pack) => pack.id === id;
  await takeIn(engine, [{ path, entryDoc: wantedEntryDoc, reading, sameAs }], by);
  await engine.gate.catalog.refresh(PACK_SOURCE);
  return requireKnownPack(engine, id);
}

/** Sessions that have it keep it, as they attached it. */
export async function removePack(engine: Engine, id: string, by: string): Promise<void> {
  const { gate } = engine;
  const pack = requireKnownPack(engine, id);
  const { digest, name } = pack;
  await gate.store.journal.commit("pack.remove", [
    { type: "pack.remove", id },
    ...(await rememberRemoval(engine, pack)),
    { type: "bundle.release", usedBy: userOf(id) },
    systemAudit(gate, "pack.removed", by, { pack_id: id, name, digest }),
  ]);
  await gate.catalog.refresh(PACK_SOURCE);
}

function changesOf({ gate }: Engine, pack: Pack, expect: string | null, by: string): Change[] {
  const { id, name, digest, path } = pack;
  const [usedBy, type] = [userOf(id), expect === null ? "pack.added" : "pack.changed"] as const;
  return [
    { type: "pack.put", pack, expect },
    { type: "bundle.release", usedBy },
    { type: "bundle.use", digest, usedBy },
    systemAudit(gate, type, by, { pack_id: id, name, path, digest, before: expect }),
  ];
}

/** Another process may have added one since this one last looked. */
async function knownNow({ gate }: Engine): Promise<ReadonlyMap<string, Pack>> {
  return new Map((await gate.store.packs.list()).map((pack) => [pack.id, pack]));
}

function userOf(packId: string): `source:${string}` {
  return `source:pack:${packId}`;
}
