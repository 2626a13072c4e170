import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { HubInstall } from "../../../schema/hub-trust.ts";
import { folderSource } from "../../../schema/installed-folder.ts";
import { BUNDLES } from "../../bundles/bundles.ts";
import { findPlace } from "../../bundles/place-for.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import {
  type FolderToInstall,
  installFolder,
  loadForInstall,
  removeFolder,
} from "../../bundles/registry.ts";
import type { Prepared } from "./prepare-install.ts";

/** The id that it will have. A name that somebody else has is refused: nothing is ever shadowed. */
export function capabilityIdFor(engine: Engine, prepared: Prepared): string {
  const { described, fetched, before } = prepared;
  const { kind } = described;
  if (before && before.kind !== kind) {
    const message = `${prepared.id} is installed as a ${before.kind}, and this is a ${kind}. Remove it first: capstan hub remove ${prepared.id}.`;
    throw new CapstanError("STATE_CONFLICT", message);
  }
  refuseOtherContent(prepared);
  const wanted = loadForInstall(engine, toInstall(engine, prepared, fetched.read));
  const place = findPlace(engine.of(BUNDLES).shelf.kinds, engine.of(BUNDLES).installed(), wanted);
  if (place.before && before?.capabilityId !== place.id) throw taken(place.id);
  return place.id;
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

/** Nothing of it runs. Answers its id. */
export async function takeInBundle(
  engine: Engine,
  prepared: Prepared,
  read: ReadBundle,
  by: string,
): Promise<string> {
  return (await installFolder(engine, toInstall(engine, prepared, read), by)).id;
}

function toInstall(
  { of }: Engine,
  { before, origin }: Prepared,
  read: ReadBundle,
): FolderToInstall {
  const { kind } = of(BUNDLES).shelf.kinds.kindOf(read);
  return { kind, path: null, read, origin, replaces: before?.capabilityId ?? null };
}

/** What the registry has of it now: its digest; undefined where somebody removed it. */
export function digestNow(
  engine: Engine,
  { capabilityId }: Pick<HubInstall, "capabilityId">,
): string | undefined {
  return engine.of(BUNDLES).installed().get(capabilityId)?.digest;
}

export async function takeOut(engine: Engine, install: HubInstall, by: string): Promise<void> {
  if (digestNow(engine, install) !== undefined)
    await removeFolder(engine, install.capabilityId, by);
}

/** The sources that list what hubs brought. */
export async function refreshListings({ gate, of }: Pick<Engine, "gate" | "of">): Promise<void> {
  for (const { kind } of of(BUNDLES).shelf.kinds.all)
    await gate.catalog.refresh(folderSource(kind));
}
