import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import { ForeignEntry } from "../../../schema/hub.ts";
import type { HubClient, HubSource, KnownHub, ReadHub } from "../hub.ts";
import { parseHubFile } from "./hub-files.ts";
import type { HubTools } from "./hub-tools.ts";
import { openPlace } from "./open-place.ts";
import { prepareSearch } from "./search-hubs.ts";
import { tellStep } from "./tell-step.ts";
import { parseIndex, verifyIndex } from "./verify-index.ts";

const MAX_FOREIGN = 10_000;

/** Reads an index, and believes of it what can be verified. */
export function createReadHub({
  web,
  clock,
}: Pick<HubTools, "web" | "clock">): HubClient["readHub"] {
  return async (source, before, call) => {
    const known = isOf(before, source) ? before : null;
    const step = tellStep(call, `Asking ${source.url}`, 0, 1);
    const came = await openPlace(source.url, web).index(known?.etag ?? null, step);
    if (came === null && known === null) {
      throw new CapstanError("HUB_INVALID", `${source.url} answered with nothing.`);
    }
    const bytes = came?.bytes ?? Buffer.from(known?.index ?? "");
    const text = Buffer.from(bytes).toString("utf8");
    const etag = came === null ? (known?.etag ?? null) : came.etag;
    const value = parseHubFile(bytes, "The index");
    const changed = text !== known?.index;
    const read = readIndex(value, text, { source, known, now: clock.now() });
    const key = read.index?.hub.key ?? null;
    const serial = read.index?.hub.serial ?? 0;
    const hub = {
      source,
      changed,
      known: { of: source, key, serial, etag, index: text },
      ...read,
    };
    prepareSearch(hub);
    return hub;
  };
}

/** It was verified before it was stored. What an older version stored may be of another form. */
export function recallHub(known: KnownHub): ReadHub | null {
  try {
    const value = parseHubFile(Buffer.from(known.index), "The index");
    const read =
      known.key === null
        ? { index: null, foreign: foreignEntries(value) }
        : { index: parseIndex(value), foreign: [] };
    return { source: known.of, changed: false, known, ...read };
  } catch {
    return null;
  }
}

type Looked = { readonly source: HubSource; readonly known: KnownHub | null; readonly now: number };

function readIndex(
  value: JsonObject,
  text: string,
  { source, known, now }: Looked,
): Pick<ReadHub, "index" | "foreign"> {
  const key = known?.key ?? source.key;
  // Taking the signature away must not be enough to be believed.
  if (key === null && value.signature === undefined && value.hub === undefined) {
    return { index: null, foreign: foreignEntries(value) };
  }
  const seen = known?.key === null ? null : known;
  return { index: verifyIndex(value, text, { key, known: seen, now }), foreign: [] };
}

/** Others skip what they do not know, and so do we. */
function foreignEntries({ skills }: JsonObject): readonly ForeignEntry[] {
  if (!Array.isArray(skills)) {
    throw new CapstanError("HUB_INVALID", 'The index has no list "skills".');
  }
  const found = new Map<string, ForeignEntry>();
  for (const skill of skills.slice(0, MAX_FOREIGN)) {
    const read = ForeignEntry.safeParse(skill);
    if (read.success && !found.has(read.data.name)) found.set(read.data.name, read.data);
  }
  return [...found.values()];
}

function isOf(known: KnownHub | null, { url, key }: HubSource): known is KnownHub {
  return known !== null && known.of.url === url && known.of.key === key;
}
