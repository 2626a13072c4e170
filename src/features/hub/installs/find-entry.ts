import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { ForeignEntry, HubEntry } from "../../../schema/hub.ts";
import type { HubCall, HubSource, ReadHub } from "../hub.ts";
import { HUB } from "./hub-parts.ts";
import { lookAtHub } from "./read-hubs.ts";
import type { Wanted } from "./wanted.ts";

export type FoundEntry = { readonly hub: ReadHub } & (
  | { readonly entry: HubEntry; readonly foreign?: never }
  | { readonly entry?: never; readonly foreign: ForeignEntry }
);

type WantedEntry = Extract<Wanted, { type: "entry" }>;

/** Entries of the hubs as they are now. A hub that cannot be read is an error: what it says may matter. */
export async function findEntry(
  engine: Pick<Engine, "gate" | "of">,
  wanted: WantedEntry,
  call: HubCall,
): Promise<FoundEntry> {
  const sources = sourcesFor(engine.of(HUB).sources, wanted.hub);
  const hubs = await Promise.all(sources.map((source) => lookAtHub(engine, source, call)));
  const found = hubs.flatMap((hub) => entriesIn(hub, wanted));
  const [first, ...others] = found;
  if (!first) throw notFound(wanted);
  if (others.length === 0) return first;
  if (new Set(found.map(idOf)).size > 1) throw ambiguous(wanted.name, found);
  const installed = (await engine.gate.store.hub.installs()).find(({ id }) => id === idOf(first));
  const own = found.find(({ hub }) => hub.source.url === installed?.source);
  if (own) return own;
  if (others.some((other) => !isSameOffer(first, other))) throw contradicting(engine, found);
  return first;
}

function sourcesFor(sources: readonly HubSource[], hub: string | undefined): readonly HubSource[] {
  if (sources.length === 0) {
    const message = `No hub is set up. Add one to settings.json: "hubs": [{"url": "https://hub.example", "key": "ed25519:…"}], and restart.`;
    throw new CapstanError("HUB_ENTRY_NOT_FOUND", message);
  }
  const meant = hub === undefined ? sources : sources.filter(({ url }) => url === hub);
  if (meant.length > 0) return meant;
  const urls = sources.map(({ url }) => url).join(", ");
  const message = `"${hub}" is no hub of settings.json. Those are: ${urls}.`;
  throw new CapstanError("HUB_ENTRY_NOT_FOUND", message);
}

function entriesIn(hub: ReadHub, { name, publisher }: WantedEntry): FoundEntry[] {
  const signed = (hub.index?.skills ?? [])
    .filter((entry) => entry.name === name && (publisher ?? entry.publisher) === entry.publisher)
    .map((entry) => ({ hub, entry }));
  if (publisher !== undefined) return signed;
  const foreign = hub.foreign.filter((entry) => entry.name === name);
  return [...signed, ...foreign.map((entry) => ({ hub, foreign: entry }))];
}

function idOf({ entry, foreign, hub }: FoundEntry): string {
  return entry ? `${entry.publisher}/${entry.name}` : `${foreign.name} of ${hub.source.url}`;
}

/** Whether two hubs mean one publisher, and one content by every version that both have. */
function isSameOffer(one: FoundEntry, other: FoundEntry): boolean {
  const keys = keysIn(other);
  if (!keysIn(one).some((key) => keys.includes(key))) return false;
  const bundles = new Map(one.entry?.versions.map(({ version, bundle }) => [version, bundle]));
  return (other.entry?.versions ?? []).every(
    ({ version, bundle }) => (bundles.get(version) ?? bundle) === bundle,
  );
}

/** As the hub lists them; what is fetched is held against them later. */
function keysIn({ hub, entry }: FoundEntry): readonly string[] {
  const listed = hub.index?.hub.publishers.find(({ name }) => name === entry?.publisher);
  return listed ? [listed.key, ...listed.rotations.map(({ from }) => from)] : [];
}

function notFound({ name, publisher, hub }: WantedEntry): CapstanError {
  const wanted = publisher === undefined ? name : `${publisher}/${name}`;
  const message = `${hub ?? "No hub"} has ${hub ? "no " : ""}"${wanted}". Look for it: capstan hub search ${name}; or ask the hubs again: capstan hub sync.`;
  return new CapstanError("HUB_ENTRY_NOT_FOUND", message, { details: { name: wanted } });
}

/** A name is a label: who is meant has to be said. */
function ambiguous(name: string, found: readonly FoundEntry[]): CapstanError {
  const all = found.map((one) => `${idOf(one)} (${one.hub.source.url})`).join(", ");
  const message = `More than one publisher has a "${name}": ${all}. Say which one: <publisher>/${name}, or --hub <url>.`;
  return new CapstanError("HUB_NAME_AMBIGUOUS", message, { details: { name } });
}

/** Two keys, or two contents of one version: one of the hubs is wrong, and a person finds out which. */
function contradicting({ of }: Pick<Engine, "of">, found: readonly FoundEntry[]): CapstanError {
  const name = found[0] ? idOf(found[0]) : "";
  const all = found.map((one) => {
    const [key = ""] = keysIn(one);
    return `${one.hub.source.url} (key ${of(HUB).fingerprint(key)})`;
  });
  const message = `The hubs do not mean the same thing by ${name}: ${all.join(", ")}. Ask its publisher, and say whose you want: --hub <url>.`;
  return new CapstanError("HUB_NAME_AMBIGUOUS", message, { details: { name } });
}
