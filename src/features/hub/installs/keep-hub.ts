import type { Engine } from "../../../engine/engine.ts";
import { systemAudit } from "../../../gate/audit/system-audit.ts";
import type { HubIndex } from "../../../schema/hub.ts";
import { HUB } from "./hub-parts.ts";
import { requireHubFolder } from "./publish-folder.ts";

type Parts = Pick<Engine, "of" | "gate">;

/** Signs the index of a hub anew: one that nobody signs for long is not believed any more. */
export async function refreshHub({ of, gate }: Parts, to: string, by: string): Promise<HubIndex> {
  const hub = of(HUB);
  const place = requireHubFolder(to);
  const { name } = await hub.publisher.head(place);
  const hubSigner = await hub.signer(`hub:${name}`);
  const index = await hub.publisher.refresh({ hub: place, hubSigner });
  await gate.store.journal.commit("hub.refresh", [
    systemAudit(gate, "hub.published", by, { hub: place, serial: index.hub.serial }),
  ]);
  return index;
}

/**
 * Gives the hub, or one of its publishers, a new key that the old one names. The new one is kept
 * before the index says so; who was stopped in between rotates again, and that brings it to its end.
 */
export async function rotateKey(
  parts: Parts,
  { to, publisher }: { readonly to: string; readonly publisher?: string | undefined },
  by: string,
): Promise<{ readonly index: HubIndex; readonly key: string }> {
  const { gate } = parts;
  const hub = parts.of(HUB);
  const place = requireHubFolder(to);
  const head = await hub.publisher.head(place);
  const of =
    publisher === undefined ? (`hub:${head.name}` as const) : (`publisher:${publisher}` as const);
  const next = await hub.nextSigner(of);
  const hasMoved = publisher === undefined && head.key === next.signer.key;
  const from = await hub.signer(of);
  const hubSigner = hasMoved ? next.signer : await hub.signer(`hub:${head.name}`);
  const index = await hub.publisher.rotate({
    hub: place,
    hubSigner,
    from,
    to: next.signer,
    ...(publisher !== undefined && { publisher }),
  });
  next.keep();
  const { key } = next.signer;
  await gate.store.journal.commit("hub.rotate", [
    systemAudit(gate, "hub.published", by, {
      hub: place,
      rotated: of,
      fingerprint: hub.fingerprint(key),
      serial: index.hub.serial,
    }),
  ]);
  return { index, key };
}
