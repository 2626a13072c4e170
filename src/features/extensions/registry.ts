import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { requireUnused } from "../../engine/sessions/require-unused.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import {
  EXTENSION_SOURCE,
  type Extension,
  extensionCapabilityId,
  planIdOf,
} from "../../schema/extension.ts";
import type { FoundFolder } from "../bundles/extension-shelf.ts";

/**
 * Installs a folder or a zip as an extension; one of the same id is replaced, and stays enabled or
 * disabled as it was. Nothing of it is run.
 */
export async function installExtension(
  engine: Engine,
  found: FoundFolder,
  by: string,
): Promise<Extension> {
  const { gate, extensionShelf } = engine;
  const { metadata } = extensionShelf.load(found);
  const { digest } = found.read.bundle;
  return retryConflicts(async () => {
    const before = (await knownNow(engine)).get(metadata.id);
    if (!before) requireFree(engine, metadata.id);
    const now = timestamp(gate.clock.now());
    const extension: Extension = {
      ...metadata,
      path: found.path,
      digest,
      enabled: before?.enabled ?? true,
      installedBy: by,
      installedAt: before?.installedAt ?? now,
      updatedAt: now,
    };
    await extensionShelf.keep(found.read, userOf(extension.id));
    await gate.store.journal.commit("extension.put", [
      { type: "extension.put", extension, expect: before?.digest ?? null },
      { type: "bundle.release", usedBy: userOf(extension.id) },
      { type: "bundle.use", digest, usedBy: userOf(extension.id) },
      systemAudit(gate, before ? "extension.changed" : "extension.installed", by, {
        extension_id: extension.id,
        version: extension.version,
        path: extension.path,
        digest,
        before: before?.digest ?? null,
      }),
    ]);
    await gate.catalog.refresh(EXTENSION_SOURCE);
    return extension;
  });
}

export async function enableExtension(
  engine: Engine,
  id: string,
  enabled: boolean,
  by: string,
): Promise<Extension> {
  const { gate } = engine;
  return retryConflicts(async () => {
    const before = requireExtension(await knownNow(engine), id);
    const extension = { ...before, enabled, updatedAt: timestamp(gate.clock.now()) };
    const { digest } = before;
    await gate.store.journal.commit("extension.put", [
      { type: "extension.put", extension, expect: digest },
      systemAudit(gate, enabled ? "extension.enabled" : "extension.disabled", by, {
        extension_id: before.id,
        digest,
      }),
    ]);
    await gate.catalog.refresh(EXTENSION_SOURCE);
    return extension;
  });
}

export async function removeExtension(engine: Engine, id: string, by: string): Promise<void> {
  const { gate } = engine;
  const { id: own, digest, version } = requireExtension(await knownNow(engine), id);
  await requireUnused(gate, extensionCapabilityId(own), "disable it");
  await requireUnused(gate, extensionCapabilityId(planIdOf(own)), "disable it");
  await gate.store.journal.commit("extension.remove", [
    { type: "extension.remove", id: own },
    { type: "bundle.release", usedBy: userOf(own) },
    systemAudit(gate, "extension.removed", by, { extension_id: own, version, digest }),
  ]);
  await gate.catalog.refresh(EXTENSION_SOURCE);
}

/** People may write the id with its kind in front, as it is listed. */
export function requireExtension(
  extensions: ReadonlyMap<string, Extension>,
  id: string,
): Extension {
  const found = extensions.get(id.replace(/^ext:/, ""));
  if (found) return found;
  throw new CapstanError("EXTENSION_NOT_FOUND", `No extension "${id}".`, {
    details: { extension_id: id },
  });
}

/** Capabilities that people wrote as data have ids of the same kind. */
function requireFree({ gate, extensions }: Engine, id: string): void {
  const capabilityId = extensionCapabilityId(id);
  if (extensions().has(id) || !gate.catalog.getCapability(capabilityId)) return;
  const message = `"${capabilityId}" exists already, and is no extension. Give one of them another id.`;
  throw new CapstanError("STATE_CONFLICT", message, { details: { capability_id: capabilityId } });
}

/** Another process may have changed one since this one last looked. */
async function knownNow({ gate }: Engine): Promise<ReadonlyMap<string, Extension>> {
  return new Map((await gate.store.extensions.list()).map((one) => [one.id, one]));
}

function userOf(id: string): `source:${string}` {
  return `source:ext:${id}`;
}
