import { CapstanError } from "../../base/errors.ts";
import { freeSlug, packSlug } from "../../base/slug.ts";
import { timestamp } from "../../ports/clock.ts";
import type { PackReading } from "../../ports/pack-shelf.ts";
import { retryConflicts } from "../../runtime/retry-conflicts.ts";
import { systemAudit } from "../../runtime/system-audit.ts";
import { PACK_SOURCE, type Pack } from "../../schema/pack.ts";
import type { Engine } from "../engine.ts";
import { requireKnownPack } from "./require-pack.ts";

export type NewPack = {
  /** A folder of this machine, or the bytes of a zip. */
  readonly from: { readonly path: string } | { readonly zip: Uint8Array };
  readonly entryDoc?: string | undefined;
};

/** Takes a folder in as a pack. A folder that is one already is read again. */
export async function addPack(engine: Engine, wanted: NewPack, by: string): Promise<Pack> {
  const { gate, packShelf } = engine;
  const entryDoc = wanted.entryDoc ?? null;
  const path = "path" in wanted.from ? await packShelf.rootOf(wanted.from.path) : null;
  const reading =
    "zip" in wanted.from
      ? await packShelf.readZip(wanted.from.zip, entryDoc)
      : await packShelf.readFolder(path ?? "", entryDoc);
  return retryConflicts(async () => {
    const packs = await knownNow(engine);
    const same = path === null ? undefined : [...packs.values()].find((one) => one.path === path);
    if (same) return replace(engine, { ...same, wantedEntryDoc: entryDoc }, reading, by);
    const now = timestamp(gate.clock.now());
    const slug = packSlug(reading.metadata.name, reading.folder);
    const pack: Pack = {
      ...reading.metadata,
      id: freeSlug(slug, (id) => packs.has(id)),
      path,
      wantedEntryDoc: entryDoc,
      digest: reading.read.bundle.digest,
      addedBy: by,
      addedAt: now,
      updatedAt: now,
    };
    await packShelf.keep(reading.read, userOf(pack.id));
    await commit(engine, "pack.added", pack, null, by);
    return pack;
  });
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
  return retryConflicts(async () => {
    const packs = await knownNow(engine);
    return replace(engine, requireKnownPack({ packs: () => packs }, id), reading, by);
  });
}

/** Sessions that have it keep it, as they attached it. */
export async function removePack(engine: Engine, id: string, by: string): Promise<void> {
  const { gate } = engine;
  const { digest, name } = requireKnownPack(engine, id);
  await gate.store.journal.commit("pack.remove", [
    { type: "pack.remove", id },
    { type: "bundle.release", usedBy: userOf(id) },
    systemAudit(gate, "pack.removed", by, { pack_id: id, name, digest }),
  ]);
  await gate.catalog.refresh(PACK_SOURCE);
}

async function replace(
  engine: Engine,
  before: Pack,
  { metadata, read }: PackReading,
  by: string,
): Promise<Pack> {
  const updatedAt = timestamp(engine.gate.clock.now());
  const pack: Pack = { ...before, ...metadata, digest: read.bundle.digest, updatedAt };
  await engine.packShelf.keep(read, userOf(pack.id));
  await commit(engine, "pack.changed", pack, before.digest, by);
  return pack;
}

async function commit(
  { gate }: Engine,
  type: "pack.added" | "pack.changed",
  pack: Pack,
  expect: string | null,
  by: string,
): Promise<void> {
  const { id, name, digest, path } = pack;
  const usedBy = userOf(id);
  await gate.store.journal.commit("pack.put", [
    { type: "pack.put", pack, expect },
    { type: "bundle.release", usedBy },
    { type: "bundle.use", digest, usedBy },
    systemAudit(gate, type, by, { pack_id: id, name, path, digest, before: expect }),
  ]);
  await gate.catalog.refresh(PACK_SOURCE);
}

/** Another process may have added one since this one last looked. */
async function knownNow({ gate }: Engine): Promise<ReadonlyMap<string, Pack>> {
  return new Map((await gate.store.packs.list()).map((pack) => [pack.id, pack]));
}

function userOf(packId: string): `source:${string}` {
  return `source:pack:${packId}`;
}
