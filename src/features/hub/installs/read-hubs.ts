import { timestamp } from "../../../base/clock.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { retryConflicts } from "../../../gate/retry-conflicts.ts";
import { HubKey } from "../../../schema/hub.ts";
import type { StoredHub } from "../../../schema/hub-trust.ts";
import type { HubCall, HubSource, KnownHub, ReadHub } from "../hub.ts";
import { HUB } from "./hub-parts.ts";

type HubEngine = Pick<Engine, "gate" | "of">;

/** The index of a hub as it is now. What was seen is kept; what is refused changes nothing. */
export async function lookAtHub(
  { gate, of }: HubEngine,
  source: HubSource,
  call: HubCall,
): Promise<ReadHub> {
  const hub = of(HUB);
  return retryConflicts(async () => {
    const before = (await gate.store.hub.hubs()).find(({ url }) => url === source.url);
    const read = await hub.client.readHub(source, before ? knownOf(before) : null, call);
    hub.known.set(source.url, read);
    if (!read.changed && before) return read;
    const { key, serial, etag, index } = read.known;
    const checkedAt = timestamp(gate.clock.now());
    await gate.store.journal.commit("hub.put", [
      {
        type: "hub.put",
        hub: { url: source.url, settingsKey: source.key, key, serial, etag, index, checkedAt },
        expect: before?.serial ?? null,
      },
    ]);
    return read;
  });
}

/** A hub that was refused, or could not be read: nothing of it was believed. */
export type RefusedHub = { readonly url: string; readonly code: string; readonly message: string };

export type KnownHubs = {
  readonly read: readonly ReadHub[];
  readonly refused: readonly RefusedHub[];
};

/**
 * Every hub as it was last seen; one that never was is looked at now. Others are not asked. One that
 * cannot be read hides the others from nobody; where none can, that is the error.
 */
export async function knownHubs(engine: HubEngine, call: HubCall): Promise<KnownHubs> {
  const hub = engine.of(HUB);
  await recall(engine);
  const looks = await Promise.allSettled(
    hub.sources.map(async (source) => hub.known.get(source.url) ?? lookAtHub(engine, source, call)),
  );
  const read: ReadHub[] = [];
  const refused: RefusedHub[] = [];
  for (const [at, look] of looks.entries()) {
    if (look.status === "fulfilled") read.push(look.value);
    else if (!(look.reason instanceof CapstanError) || looks.length === 1) throw look.reason;
    else {
      const { code, message } = look.reason;
      refused.push({ url: hub.sources[at]?.url ?? "", code, message });
    }
  }
  return { read, refused };
}

/** What the store has of hubs that this process has not read yet. One that cannot be read is asked anew. */
async function recall({ gate, of }: HubEngine): Promise<void> {
  const hub = of(HUB);
  if (hub.sources.every(({ url }) => hub.known.has(url))) return;
  for (const stored of await gate.store.hub.hubs()) {
    const source = hub.sources.find(({ url }) => url === stored.url);
    if (!source || source.key !== stored.settingsKey || hub.known.has(stored.url)) continue;
    const read = hub.client.recallHub(knownOf(stored));
    if (read) hub.known.set(stored.url, read);
  }
}

function knownOf({ url, settingsKey, key, serial, etag, index }: StoredHub): KnownHub {
  const of = { url, key: keyOf(settingsKey) };
  return { of, key: keyOf(key), serial, etag, index };
}

function keyOf(key: string | null): HubKey | null {
  return key === null ? null : HubKey.parse(key);
}
