import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { HubKey } from "../../../schema/hub.ts";
import type { PublisherPin, ReadHub } from "../hub.ts";
import { HUB } from "./hub-parts.ts";

/** The key of a publisher that counts here: the pinned one, or the one that the program trusts. */
export async function pinFor(
  { gate, of }: Pick<Engine, "gate" | "of">,
  hub: ReadHub,
  publisher: string,
): Promise<PublisherPin | null> {
  const { trusted, fingerprint } = of(HUB);
  const pinned = (await gate.store.hub.keys()).find((one) => one.publisher === publisher);
  if (pinned) return { publisher, key: HubKey.parse(pinned.key) };
  const wanted = trusted.get(publisher);
  if (wanted === undefined) return null;
  const listed = hub.index?.hub.publishers.find(({ name }) => name === publisher);
  const keys = listed ? [listed.key, ...listed.rotations.map(({ from }) => from)] : [];
  const key = keys.find((one) => fingerprint(one) === wanted);
  if (key) return { publisher, key };
  const shown = keys.map(fingerprint)[0] ?? "none";
  const message = `This program trusts "${publisher}" by the fingerprint ${wanted}, and ${hub.source.url} has the key ${shown}. Nothing of it was used. Ask the publisher which one is right, and not by way of this hub.`;
  throw new CapstanError("HUB_KEY_CHANGED", message);
}
