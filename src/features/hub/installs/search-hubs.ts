import type { Engine } from "../../../engine/engine.ts";
import type { HubKind } from "../../../schema/hub.ts";
import type { HubCall, HubHit } from "../hub.ts";
import type { HubParts } from "./hub-parts.ts";
import { HUB } from "./hub-parts.ts";
import { knownHubs, type RefusedHub } from "./read-hubs.ts";

/** An entry of a hub as a list shows it. */
export type HubItem = {
  /** `publisher/name`; the name alone where nobody signed it. */
  readonly id: string;
  readonly name: string;
  readonly kind: HubKind;
  readonly version: string;
  readonly publisher: string | null;
  readonly author: string | null;
  readonly description: string;
  /** Of its bundle; of an unsigned one, of the bytes that are fetched. */
  readonly digest: string;
  readonly permissions: readonly string[];
  readonly hub: string;
  readonly fingerprint: string | null;
  /** Whether the publisher's key is the pinned one, or one that the embedding program trusts. */
  readonly isPinned: boolean;
  readonly installed: boolean;
  readonly installedVersion: string | null;
};

export type HubQuery = {
  readonly query: string;
  readonly offset?: number;
  /** All that are found, without it. */
  readonly limit?: number;
};

export type FoundItems = {
  readonly items: readonly HubItem[];
  readonly total: number;
  /** Hubs that could not be searched. */
  readonly refused: readonly RefusedHub[];
};

/** Best first, in what the hubs said when they were last looked at. */
export async function searchHubs(
  engine: Pick<Engine, "gate" | "of">,
  { query, offset = 0, limit }: HubQuery,
  call: HubCall,
): Promise<FoundItems> {
  const { gate } = engine;
  const { read, refused } = await knownHubs(engine, call);
  const [installs, keys] = await Promise.all([gate.store.hub.installs(), gate.store.hub.keys()]);
  const installed = new Map(installs.map((one) => [one.id, one.version]));
  const pinned = new Map(keys.map((one) => [one.publisher, one.key]));
  const found = engine.of(HUB).client.search(read, query);
  const shown = found.slice(offset, limit === undefined ? undefined : offset + limit);
  const items = shown.map((hit) => itemOf(engine, hit, installed, pinned));
  return { items, total: found.length, refused };
}

function itemOf(
  { of }: Pick<Engine, "of">,
  { hub, entry }: HubHit,
  installed: ReadonlyMap<string, string>,
  pinned: ReadonlyMap<string, string>,
): HubItem {
  const { name, description, digest } = entry;
  const about = { name, description, hub: hub.source.url };
  if (!isSigned(entry)) {
    const version = installed.get(name) ?? null;
    return {
      ...about,
      id: name,
      kind: "pack",
      version: "",
      publisher: null,
      author: null,
      digest,
      permissions: [],
      fingerprint: null,
      isPinned: false,
      installed: version !== null,
      installedVersion: version,
    };
  }
  const { publisher, author, kind, version, permissions, versions } = entry;
  const id = `${publisher}/${name}`;
  const key = hub.index?.hub.publishers.find((one) => one.name === publisher)?.key;
  const installedVersion = installed.get(id) ?? null;
  return {
    ...about,
    id,
    kind,
    version,
    publisher,
    author,
    permissions,
    digest: versions.find((one) => one.version === version)?.bundle ?? digest,
    fingerprint: key === undefined ? null : of(HUB).fingerprint(key),
    isPinned: key !== undefined && isTrusted(of(HUB), publisher, key, pinned),
    installed: installedVersion !== null,
    installedVersion,
  };
}

function isTrusted(
  { trusted, fingerprint }: HubParts,
  publisher: string,
  key: string,
  pinned: ReadonlyMap<string, string>,
): boolean {
  const known = pinned.get(publisher);
  return known === undefined ? trusted.get(publisher) === fingerprint(key) : known === key;
}

function isSigned(entry: HubHit["entry"]): entry is Extract<HubHit["entry"], { kind: HubKind }> {
  return "publisher" in entry && "versions" in entry;
}
