import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { HubInstall } from "../../../schema/hub-trust.ts";
import { FolderKind, folderSource } from "../../../schema/installed-folder.ts";
import { PACK_SOURCE } from "../../../schema/pack.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import { idOfFolder, installFolder, removeFolder } from "../../bundles/registry.ts";
import { removePack, takeIn } from "../../packs/registry.ts";
import type { Prepared } from "./prepare-install.ts";

const PACK = "pack:";

/** The id that it will have. A name that somebody else has is refused: nothing is ever shadowed. */
export function capabilityIdFor(engine: Engine, prepared: Prepared): string {
  const { described, fetched, before } = prepared;
  const { kind } = described;
  if (before && before.kind !== kind) {
    const message = `${prepared.id} is installed as a ${before.kind}, and this is a ${kind}. Remove it first: capstan hub remove ${prepared.id}.`;
    throw new CapstanError("STATE_CONFLICT", message);
  }
  refuseOtherContent(prepared);
  if (kind === "pack") return before?.capabilityId ?? "";
  const id = idOfFolder(engine, folderKindOf(kind), fetched.read);
  const isTaken = engine.installedFolders().has(id);
  if (isTaken && before?.capabilityId !== id) throw taken(id);
  return id;
}

/** A version never changes, whoever signed the second one. */
function refuseOtherContent({ id, version, publisher, fetched, before }: Prepared): void {
  const { digest } = fetched.read.bundle;
  if (!before || publisher === null || before.version !== version || before.digest === digest)
    return;
  const message = `${id}@${version} is installed with the digest ${before.digest}, and the hub has other content under the same version (${digest}). A version never changes: ask its publisher what happened. Who believes the new one removes the installed one first: capstan hub remove ${id}.`;
  throw new CapstanError("HUB_DIGEST_WRONG", message);
}

function taken(id: string): CapstanError {
  const message = `"${id}" exists already, and came from somewhere else. A name is never taken over: remove that one first (capstan capabilities remove ${id}, or capstan hub remove), or ask the publisher for another name.`;
  return new CapstanError("STATE_CONFLICT", message, { details: { capability_id: id } });
}

/** By the registry of its kind, as every folder is taken in. Nothing of it runs. Answers its id. */
export async function takeInBundle(
  engine: Engine,
  { described: { kind }, before, origin }: Prepared,
  read: ReadBundle,
  by: string,
): Promise<string> {
  if (kind !== "pack") {
    const wanted = { kind: folderKindOf(kind), path: null, read, origin };
    return (await installFolder(engine, wanted, by)).id;
  }
  const reading = engine.packShelf.load(read);
  const own = before && packIdOf(before.capabilityId);
  const sameAs = ({ id }: { readonly id: string }) => id === own;
  const [pack] = await takeIn(engine, [{ path: null, entryDoc: null, reading, sameAs }], by);
  await engine.gate.catalog.refresh(PACK_SOURCE);
  return `${PACK}${pack?.id}`;
}

function packIdOf(capabilityId: string): string {
  return capabilityId.slice(PACK.length);
}

/** What the registry has of it now: its digest; undefined where somebody removed it. */
export function digestNow(
  engine: Engine,
  { kind, capabilityId }: Pick<HubInstall, "kind" | "capabilityId">,
): string | undefined {
  if (kind === "pack") return engine.packs().get(packIdOf(capabilityId))?.digest;
  return engine.installedFolders().get(capabilityId)?.digest;
}

/** Hubs write the kind of an extension in full. */
function folderKindOf(kind: Exclude<HubInstall["kind"], "pack">): FolderKind {
  return kind === "extension" ? "ext" : kind;
}

export async function takeOut(engine: Engine, install: HubInstall, by: string): Promise<void> {
  const { kind, capabilityId } = install;
  if (digestNow(engine, install) === undefined) return;
  if (kind === "pack") await removePack(engine, packIdOf(capabilityId), by);
  else await removeFolder(engine, capabilityId, by);
}

/** The sources that list what hubs brought. */
export async function refreshListings({ gate }: Pick<Engine, "gate">): Promise<void> {
  const sources = [PACK_SOURCE, ...FolderKind.options.map(folderSource)];
  for (const source of sources) await gate.catalog.refresh(source);
}
