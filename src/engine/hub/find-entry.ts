import { CapstanError } from "../../base/errors.ts";
import type { HubCall, ReadHub } from "../../ports/hub.ts";
import type { ForeignEntry, HubEntry } from "../../schema/hub.ts";
import type { Engine } from "../engine.ts";
import { lookAtHub } from "./read-hubs.ts";
import type { Wanted } from "./wanted.ts";

export type FoundEntry = { readonly hub: ReadHub } & (
  | { readonly entry: HubEntry; readonly foreign?: never }
  | { readonly entry?: never; readonly foreign: ForeignEntry }
);

/** Entries of the hubs as they are now. A hub that cannot be read is an error: what it says may matter. */
export async function findEntry(
  engine: Pick<Engine, "gate" | "hub">,
  { name, publisher }: Extract<Wanted, { type: "entry" }>,
  call: HubCall,
): Promise<FoundEntry> {
  const { sources } = engine.hub;
  if (sources.length === 0) {
    const message = `No hub is set up. Add one to settings.json: "hubs": [{"url": "https://hub.example", "key": "ed25519:…"}], and restart.`;
    throw new CapstanError("HUB_ENTRY_NOT_FOUND", message);
  }
  const found: FoundEntry[] = [];
  for (const source of sources) {
    const hub = await lookAtHub(engine, source, call);
    for (const entry of hub.index?.skills ?? []) {
      const isMeant = entry.name === name && (publisher ?? entry.publisher) === entry.publisher;
      if (isMeant) found.push({ hub, entry });
    }
    if (publisher !== undefined) continue;
    for (const foreign of hub.foreign) if (foreign.name === name) found.push({ hub, foreign });
  }
  const [first] = found;
  if (!first) {
    const wanted = publisher === undefined ? name : `${publisher}/${name}`;
    const message = `No hub has "${wanted}". Look for it: capstan hub search ${name}; or ask the hubs again: capstan hub sync.`;
    throw new CapstanError("HUB_ENTRY_NOT_FOUND", message, { details: { name: wanted } });
  }
  const ids = new Set(found.map(idOf));
  if (ids.size > 1) throw ambiguous(name, found);
  return first;
}

function idOf({ entry, foreign, hub }: FoundEntry): string {
  return entry ? `${entry.publisher}/${entry.name}` : `${foreign.name} of ${hub.source.url}`;
}

/** A name is a label: who is meant has to be said. */
function ambiguous(name: string, found: readonly FoundEntry[]): CapstanError {
  const all = found.map((one) => `${idOf(one)} (${one.hub.source.url})`).join(", ");
  const message = `More than one publisher has a "${name}": ${all}. Say which one: <publisher>/${name}.`;
  return new CapstanError("HUB_NAME_AMBIGUOUS", message, { details: { name } });
}
