import { basename } from "node:path";
import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { codeSlug } from "../../base/slug.ts";
import type { Engine } from "../../engine/engine.ts";
import { requireUnused } from "../../engine/sessions/require-unused.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import { planIdOf } from "../../schema/extension.ts";
import {
  type FolderKind,
  type FolderMetadata,
  type FolderOrigin,
  folderId,
  folderSlug,
  folderSource,
  type InstalledFolder,
  trustOfOrigin,
} from "../../schema/installed-folder.ts";
import type { Change } from "../../stores/journal.ts";
import type { FoundFolder } from "./folder-shelf.ts";
import type { ReadBundle } from "./read-bundle.ts";
import { forgetRemoval, rememberRemoval } from "./removed-folders.ts";

/** A folder on its way into the registry. */
export type FolderToInstall = Pick<FoundFolder, "path" | "read"> & {
  readonly kind: FolderKind;
  readonly origin: FolderOrigin;
};

/** Whether a folder that was found is one of this registry. */
export function isCodeFolder(found: FoundFolder): found is FoundFolder & { kind: FolderKind } {
  return found.kind !== "pack";
}

/** What the audit trail calls what happens to a kind, and its id. */
const RECORDED = {
  skill: { noun: "folder", key: "capability_id", named: ({ id }: InstalledFolder) => id },
  agent: { noun: "folder", key: "capability_id", named: ({ id }: InstalledFolder) => id },
  ext: { noun: "extension", key: "extension_id", named: folderSlug },
} as const;

/**
 * Installs a folder or a zip; the one that it is another version of is replaced, and stays enabled or
 * disabled as it was. Nothing of it is run.
 */
export async function installFolder(
  engine: Engine,
  wanted: FolderToInstall,
  by: string,
): Promise<InstalledFolder> {
  const { metadata } = engine.folderShelf.load(wanted.kind, wanted.read);
  const folder = await putFolder(engine, wanted, metadata, by);
  await forgetRemoval(engine, folder);
  return folder;
}

/** Puts it under the name that its metadata says, whether its files can be used or not. */
export async function putFolder(
  engine: Engine,
  wanted: FolderToInstall,
  metadata: FolderMetadata,
  by: string,
): Promise<InstalledFolder> {
  const { gate, folderShelf } = engine;
  const { kind, path, origin, read } = wanted;
  const { digest } = read.bundle;
  const { id: _, ...said } = metadata;
  const id = idOf(kind, metadata, path);
  return retryConflicts(async () => {
    const before = (await knownNow(engine)).get(id);
    if (before) requireSame(before, wanted);
    else requireFree(engine, id);
    const now = timestamp(gate.clock.now());
    const folder: InstalledFolder = {
      ...said,
      ...{ id, kind, path, digest, origin },
      enabled: before?.enabled ?? true,
      approvedDigest: before?.approvedDigest ?? null,
      runsDraft: before?.runsDraft ?? false,
      installedBy: before?.installedBy ?? by,
      installedAt: before?.installedAt ?? now,
      updatedAt: now,
    };
    await folderShelf.keep(read, userOf(id));
    await gate.store.journal.commit("folder.put", [
      { type: "folder.put", folder, expect: before?.digest ?? null },
      { type: "bundle.release", usedBy: userOf(id) },
      { type: "bundle.use", digest, usedBy: userOf(id) },
      recordOf(engine, folder, before ? "changed" : "installed", by, {
        version: folder.version,
        path,
        origin,
        digest,
        before: before?.digest ?? null,
      }),
    ]);
    await gate.catalog.refresh(folderSource(kind));
    return folder;
  });
}

/** Reads its folder again. */
export async function refreshFolder(
  engine: Engine,
  id: string,
  by: string,
): Promise<InstalledFolder> {
  const { kind, path, origin } = requireFolder(await knownNow(engine), id);
  if (path === null) {
    const message = `"${id}" came as a zip and has no folder. Install the new zip.`;
    throw new CapstanError("BUNDLE_INVALID", message);
  }
  const found = await engine.folderShelf.find({ path });
  if (found.kind !== kind) {
    const message = `The folder of "${id}" is now a ${found.kind}, not a ${kind}.`;
    throw new CapstanError("BUNDLE_INVALID", message);
  }
  return installFolder(engine, { kind, path: found.path, origin, read: found.read }, by);
}

export async function enableFolder(
  engine: Engine,
  id: string,
  { enabled, draft: runsDraft }: { readonly enabled: boolean; readonly draft: boolean },
  by: string,
): Promise<InstalledFolder> {
  const { gate } = engine;
  return retryConflicts(async () => {
    const before = requireFolder(await knownNow(engine), id);
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

export async function removeFolder(engine: Engine, id: string, by: string): Promise<void> {
  const { gate } = engine;
  const folder = requireFolder(await knownNow(engine), id);
  await requireUnused(gate, id, "disable it");
  // Its install plan is a capability of its own.
  if (folder.kind === "ext") await requireUnused(gate, planIdOf(id), "disable it");
  await gate.store.journal.commit("folder.remove", [
    { type: "folder.remove", id },
    ...(await rememberRemoval(engine, folder)),
    { type: "bundle.release", usedBy: userOf(id) },
    recordOf(engine, folder, "removed", by, { version: folder.version, digest: folder.digest }),
  ]);
  await gate.catalog.refresh(folderSource(folder.kind));
}

/** The id that the folder would have. */
export function idOfFolder({ folderShelf }: Engine, kind: FolderKind, read: ReadBundle): string {
  return idOf(kind, folderShelf.load(kind, read).metadata, null);
}

function idOf(kind: FolderKind, { id, name }: FolderMetadata, path: string | null): string {
  return folderId(kind, id ?? codeSlug(name, path === null ? "" : basename(path)));
}

function recordOf(
  { gate }: Engine,
  folder: InstalledFolder,
  verb: "installed" | "changed" | "enabled" | "disabled" | "removed",
  by: string,
  data: JsonObject,
): Change {
  const { noun, key, named } = RECORDED[folder.kind];
  return systemAudit(gate, `${noun}.${verb}`, by, { [key]: named(folder), ...data });
}

/** Capabilities that people wrote as data may have an id of the same kind. */
function requireFree({ gate, installedFolders }: Engine, id: string): void {
  if (installedFolders().has(id) || !gate.catalog.getCapability(id)) return;
  const message = `"${id}" exists already, and is no folder. Give one of them another id.`;
  throw new CapstanError("STATE_CONFLICT", message, { details: { capability_id: id } });
}

function requireFolder(folders: ReadonlyMap<string, InstalledFolder>, id: string): InstalledFolder {
  const found = folders.get(id);
  if (found) return found;
  throw new CapstanError("CAPABILITY_NOT_FOUND", `No capability "${id}".`, {
    details: { capability_id: id },
  });
}

/** A name is never taken over: what agents and grants mean by it stays what it was. */
function requireSame(before: InstalledFolder, { path, origin }: FolderToInstall): void {
  const isSamePlace = before.path === path || before.path === null || path === null;
  const isShipped = before.origin === "shipped" && origin === "shipped";
  const isSameTrust = trustOfOrigin(before.origin) === trustOfOrigin(origin);
  if (isShipped || (isSamePlace && isSameTrust)) return;
  const from = before.origin === "shipped" ? "ships with Capstan" : "came from another place";
  const message = `"${before.id}" exists already, and ${from}. Remove it first, or give this one another name.`;
  throw new CapstanError("STATE_CONFLICT", message, { details: { capability_id: before.id } });
}

/** Another process may have changed one since this one last looked. */
async function knownNow({ gate }: Engine): Promise<ReadonlyMap<string, InstalledFolder>> {
  return new Map((await gate.store.folders.list()).map((one) => [one.id, one]));
}

function userOf(id: string): `source:${string}` {
  return `source:${id}`;
}
