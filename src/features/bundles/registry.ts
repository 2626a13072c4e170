import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import { requireUnused } from "../../engine/sessions/require-unused.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import { planIdOf } from "../../schema/extension.ts";
import {
  FolderKind,
  type FolderMetadata,
  type FolderOrigin,
  folderSource,
  type InstalledFolder,
  originOf,
} from "../../schema/installed-folder.ts";
import type { Change } from "../../stores/journal.ts";
import { BUNDLES } from "./bundles.ts";
import type { FolderChange } from "./folder-kind.ts";
import type { FoundFolder } from "./folder-shelf.ts";
import { folderName, placeFor } from "./place-for.ts";
import { forgetRemoval, rememberRemoval } from "./removed-folders.ts";

/** A folder on its way into the registry. */
export type FolderToInstall = FoundFolder & {
  /** Left out, it tells a zip from a folder of this machine. */
  readonly origin?: FolderOrigin;
  /** Fields of `about` that were asked for. */
  readonly asked?: JsonObject;
  /** The one that it is another version of, or null for none; left out, its kind finds it. */
  readonly replaces?: string | null;
};

/** With what its files say. */
export type LoadedToInstall = FolderToInstall & {
  readonly origin: FolderOrigin;
  readonly metadata: FolderMetadata;
};

/**
 * Installs a folder or a zip; the one that it is another version of is replaced, and stays enabled or
 * disabled as it was. Nothing of it is run.
 */
export async function installFolder(
  engine: Engine,
  wanted: FolderToInstall,
  by: string,
): Promise<InstalledFolder> {
  const [folder] = await putFolders(engine, [loadForInstall(engine, wanted)], by);
  if (!folder) throw new CapstanError("INTERNAL", "The folder was not installed.");
  await forgetRemoval(engine, folder);
  await engine.gate.catalog.refresh(folderSource(folder.kind));
  return folder;
}

export function loadForInstall({ of }: Engine, wanted: FolderToInstall): LoadedToInstall {
  const hints = { folder: folderName(wanted), ...(wanted.asked && { asked: wanted.asked }) };
  const { metadata } = of(BUNDLES).shelf.load(wanted.kind, wanted.read, hints);
  return { ...wanted, origin: wanted.origin ?? originOf(wanted), metadata };
}

/** All of them in one commit. The caller refreshes the catalog afterwards. */
export async function putFolders(
  engine: Engine,
  wanted: readonly LoadedToInstall[],
  by: string,
): Promise<readonly InstalledFolder[]> {
  const { gate } = engine;
  const folderShelf = engine.of(BUNDLES).shelf;
  return retryConflicts(async () => {
    const known = new Map(
      await knownNow(
        engine,
        wanted.map(({ kind }) => kind),
      ),
    );
    const put: InstalledFolder[] = [];
    const changes: Change[] = [];
    for (const one of wanted) {
      const { kind, path, read } = one;
      const { id, before, origin } = placeFor(folderShelf.kinds, known, one);
      if (!before) requireFree(engine, id);
      const { id: _, about = {}, ...said } = one.metadata;
      const { digest } = read.bundle;
      const now = timestamp(gate.clock.now());
      const folder: InstalledFolder = {
        ...said,
        ...{ id, kind, path, digest, origin, about },
        enabled: before?.enabled ?? true,
        approvedDigest: before?.approvedDigest ?? null,
        runsDraft: before?.runsDraft ?? false,
        installedBy: before?.installedBy ?? by,
        installedAt: before?.installedAt ?? now,
        updatedAt: now,
      };
      await folderShelf.keep(read, userOf(id));
      const expect = before?.digest ?? null;
      const data = { version: folder.version, path, origin, digest, before: expect };
      changes.push(
        { type: "folder.put", folder, expect },
        { type: "bundle.release", usedBy: userOf(id) },
        { type: "bundle.use", digest, usedBy: userOf(id) },
        recordOf(engine, folder, before ? "changed" : "installed", by, data),
      );
      known.set(id, folder);
      put.push(folder);
    }
    await gate.store.journal.commit("folder.put", changes);
    return put;
  });
}

/** Reads its folder again. Sessions and runs stay on what they began with. */
export async function refreshFolder(
  engine: Engine,
  id: string,
  by: string,
): Promise<InstalledFolder> {
  const { kind, path, origin, about } = await requireFolder(engine, id);
  if (path === null) {
    const message = `"${id}" came as a zip and has no folder. Install the new zip.`;
    throw new CapstanError("BUNDLE_INVALID", message);
  }
  const found = await engine.of(BUNDLES).shelf.find({ path });
  if (found.kind !== kind) {
    const message = `The folder of "${id}" is now a ${found.kind}, not a ${kind}.`;
    throw new CapstanError("BUNDLE_INVALID", message, { details: { kind: found.kind } });
  }
  return installFolder(engine, { ...found, origin, asked: about, replaces: id }, by);
}

export async function enableFolder(
  engine: Engine,
  id: string,
  { enabled, draft: runsDraft }: { readonly enabled: boolean; readonly draft: boolean },
  by: string,
): Promise<InstalledFolder> {
  const { gate } = engine;
  return retryConflicts(async () => {
    const before = await requireFolder(engine, id);
    const folder = { ...before, enabled, runsDraft, updatedAt: timestamp(gate.clock.now()) };
    const { digest } = before;
    await gate.store.journal.commit("folder.put", [
      { type: "folder.put", folder, expect: digest },
      recordOf(engine, folder, enabled ? "enabled" : "disabled", by, {
        digest,
        ...(runsDraft && { draft: true }),
      }),
    ]);
    await gate.catalog.refresh(folderSource(before.kind));
    return folder;
  });
}

/** Sessions that have attached it keep it, as they attached it. */
export async function removeFolder(engine: Engine, id: string, by: string): Promise<void> {
  const { gate } = engine;
  const folder = await requireFolder(engine, id);
  await requireUnused(gate, id, "disable it");
  // An install plan is a capability of its own.
  await requireUnused(gate, planIdOf(id), "disable it");
  await gate.store.journal.commit("folder.remove", [
    { type: "folder.remove", id },
    ...(await rememberRemoval(engine, folder)),
    { type: "bundle.release", usedBy: userOf(id) },
    recordOf(engine, folder, "removed", by, { version: folder.version, digest: folder.digest }),
  ]);
  await gate.catalog.refresh(folderSource(folder.kind));
}

function recordOf(
  { gate, of }: Engine,
  folder: InstalledFolder,
  change: FolderChange,
  by: string,
  data: JsonObject,
): Change {
  const { audit } = of(BUNDLES).shelf.kinds.of(folder.kind);
  return systemAudit(gate, audit.types[change], by, { ...audit.of(folder), ...data });
}

/** Capabilities that people wrote as data may have an id of the same kind. */
function requireFree({ gate, of }: Engine, id: string): void {
  if (of(BUNDLES).installed().has(id) || !gate.catalog.getCapability(id)) return;
  const message = `"${id}" exists already, and is no folder. Give one of them another id.`;
  throw new CapstanError("STATE_CONFLICT", message, { details: { capability_id: id } });
}

async function requireFolder(engine: Engine, id: string): Promise<InstalledFolder> {
  const kind = FolderKind.safeParse(id.split(":")[0]);
  const found = kind.success && (await knownNow(engine, [kind.data])).get(id);
  if (found) return found;
  throw new CapstanError("CAPABILITY_NOT_FOUND", `No capability "${id}".`, {
    details: { capability_id: id },
  });
}

/** Another process may have changed one since this one last looked. */
async function knownNow(
  { gate }: Engine,
  kinds: readonly FolderKind[],
): Promise<ReadonlyMap<string, InstalledFolder>> {
  const lists = [...new Set(kinds)].map((kind) => gate.store.folders.list(kind));
  return new Map((await Promise.all(lists)).flat().map((one) => [one.id, one]));
}

function userOf(id: string): `source:${string}` {
  return `source:${id}`;
}
