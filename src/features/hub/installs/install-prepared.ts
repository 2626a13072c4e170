import { timestamp } from "../../../base/clock.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { systemAudit } from "../../../gate/audit/system-audit.ts";
import type { HubInstall } from "../../../schema/hub-trust.ts";
import type { Change } from "../../../stores/journal.ts";
import { HUB } from "./hub-parts.ts";
import { writeLock } from "./lock.ts";
import type { Prepared } from "./prepare-install.ts";
import { capabilityIdFor, digestNow, takeInBundle } from "./take-in.ts";

/**
 * Takes it in and remembers where it came from, whose key signed it and which digest it has. Who calls
 * this has been allowed to: it stands behind the gate.
 */
export async function installPrepared(
  engine: Engine,
  prepared: Prepared,
  { askedBy: by, decidedBy }: { readonly askedBy: string; readonly decidedBy: string },
): Promise<HubInstall> {
  const { gate } = engine;
  const expected = capabilityIdFor(engine, prepared);
  const { read } = prepared.fetched;
  // First: who is cut off between the two finds what was meant to be there, and that it is missing.
  const note = (capabilityId: string) => installOf(engine, prepared, capabilityId, by);
  await gate.store.journal.commit("hub.install", [
    ...(await pinOf(engine, prepared, decidedBy)),
    put(note(expected), prepared.before),
    systemAudit(gate, "hub.installed", by, recordOf(prepared)),
  ]);
  const capabilityId = await takeInBundle(engine, prepared, read, by);
  const install = note(capabilityId);
  if (capabilityId !== expected) {
    await gate.store.journal.commit("hub.install", [put(install, note(expected))]);
  }
  engine.of(HUB).prepared.delete(read.bundle.digest);
  await writeLock(engine);
  return install;
}

/** Whether exactly this is there already. */
export function isInstalled(engine: Engine, { before, fetched }: Prepared): boolean {
  const { digest } = fetched.read.bundle;
  return (
    before?.digest === digest && before.withdrawn === null && digestNow(engine, before) === digest
  );
}

function put(install: HubInstall, before: HubInstall | null): Change {
  return { type: "hub_install.put", install, expect: before?.digest ?? null };
}

function installOf(
  { gate }: Engine,
  prepared: Prepared,
  capabilityId: string,
  by: string,
): HubInstall {
  const { id, described, version, publisher, source, fingerprint, fetched, before } = prepared;
  const now = timestamp(gate.clock.now());
  return {
    id,
    name: described.name,
    kind: described.kind,
    version,
    publisher,
    author: described.author,
    description: described.description,
    digest: fetched.read.bundle.digest,
    capabilityId,
    source,
    fingerprint,
    permissions: described.permissions,
    withdrawn: null,
    update: null,
    installedBy: by,
    installedAt: before?.installedAt ?? now,
    updatedAt: now,
  };
}

/**
 * The first time, an admin has seen the fingerprint, or the program said it; later only what the old key
 * says changes it.
 */
async function pinOf({ gate }: Engine, prepared: Prepared, by: string): Promise<Change[]> {
  const { pin, fingerprint, trust } = prepared;
  if (!pin || fingerprint === null) return [];
  const { publisher, key } = pin;
  const before = (await gate.store.hub.keys()).find((one) => one.publisher === publisher);
  if (before?.key === key) return [];
  if (before && trust !== "rotated") {
    const message = `A key of ${publisher} was pinned meanwhile. Try again.`;
    throw new CapstanError("STATE_CONFLICT", message);
  }
  const pinned = {
    publisher,
    key,
    fingerprint,
    pinnedBy: by,
    pinnedAt: timestamp(gate.clock.now()),
  };
  return [
    { type: "hub_key.put", pinned, expect: before?.key ?? null },
    systemAudit(gate, "hub.pinned", by, {
      publisher,
      fingerprint,
      before: before?.fingerprint ?? null,
    }),
  ];
}

function recordOf({ id, version, source, fingerprint, trust, fetched, before }: Prepared) {
  return {
    id,
    version,
    source,
    fingerprint,
    trust,
    digest: fetched.read.bundle.digest,
    from: fetched.from,
    before: before?.digest ?? null,
  };
}
