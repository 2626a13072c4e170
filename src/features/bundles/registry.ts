import { basename } from "node:path";
import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { codeSlug } from "../../base/slug.ts";
import type { Engine } from "../../engine/engine.ts";
import { requireUnused } from "../../engine/sessions/require-unused.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import {
  type FolderKind,
  type FolderMetadata,
  type FolderOrigin,
  folderId,
  folderSource,
  type InstalledFolder,
} from "../../schema/installed-folder.ts";
import type { FoundFolder } from "./extension-shelf.ts";
import { forgetRemoval, rememberRemoval } from "./removed-folders.ts";

/** A skill or an agent on its way into the registry. */
export type FolderToInstall = Pick<FoundFolder, "path" | "read"> & {
  readonly kind: FolderKind;
  readonly origin: FolderOrigin;
};

/** Whether a folder that was found is one of this registry. */
export function isCodeFolder(found: FoundFolder): found is FoundFolder & { kind: FolderKind } {
  return found.kind === "skill" || found.kind === "agent";
}

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
  const id = folderId(kind, codeSlug(metadata.name, path === null ? "" : basename(path)));
  return retryConflicts(async () => {
    const before = (await knownNow(engine)).get(id);
    if (before) requireSame(before, wanted);
    const now = timestamp(gate.clock.now());
    const folder: InstalledFolder = {
      ...metadata,
      ...{ id, kind, path, digest, origin },
      enabled: before?.enabled ?? true,
      installedBy: before?.installedBy ?? by,
      installedAt: before?.installedAt ?? now,
      updatedAt: now,
    };
    await folderShelf.keep(read, userOf(id));
    await gate.store.journal.commit("folder.put", [
      { type: "folder.put", folder, expect: before?.digest ?? null },
      { type: "bundle.release", usedBy: userOf(id) },
      { type: "bundle.use", digest, usedBy: userOf(id) },
      systemAudit(gate, before ? "folder.changed" : "folder.installed", by, {
        capability_id: id,
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
    const message = `The folder of "${id}" is no ${kind} any more: ${found.kind}.`;
    throw new CapstanError("BUNDLE_INVALID", message);
  }
  return installFolder(engine, { kind, path: found.path, origin, read: found.read }, by);
}

export async function enableFolder(
  engine: Engine,
  id: string,
  enabled: boolean,
  by: string,
): Promise<InstalledFolder> {
  const { gate } = engine;
  return retryConflicts(async () => {
    const before = requireFolder(await knownNow(engine), id);
    const folder = { ...before, enabled, updatedAt: timestamp(gate.clock.now()) };
    const { digest } = before;
    await gate.store.journal.commit("folder.put", [
      { type: "folder.put", folder, expect: digest },
      systemAudit(gate, enabled ? "folder.enabled" : "folder.disabled", by, {
        capability_id: id,
        digest,
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
  await gate.store.journal.commit("folder.remove", [
    { type: "folder.remove", id },
    ...(await rememberRemoval(engine, folder)),
    { type: "bundle.release", usedBy: userOf(id) },
    systemAudit(gate, "folder.removed", by, {
      capability_id: id,
      version: folder.version,
      digest: folder.digest,
    }),
  ]);
  await gate.catalog.refresh(folderSource(folder.kind));
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
  if (isShipped || (isSamePlace && before.origin === origin)) return;
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
