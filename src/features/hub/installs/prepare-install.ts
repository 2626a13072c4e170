import type { Engine } from "../../../engine/engine.ts";
import type { HubInstall } from "../../../schema/hub-trust.ts";
import type { FolderOrigin } from "../../../schema/installed-folder.ts";
import type {
  BundleDiff,
  DescribedBundle,
  FetchedBundle,
  Finding,
  HubCall,
  PublisherPin,
} from "../hub.ts";
import { findEntry } from "./find-entry.ts";
import { HUB } from "./hub-parts.ts";
import { pinFor } from "./pins.ts";
import { type Origin, readWanted, type Wanted, type WantedText } from "./wanted.ts";

/** Something that was fetched and verified, with all that a person has to see before it is installed. */
export type Prepared = {
  /** `publisher/name`; the name alone where nobody signed it. */
  readonly id: string;
  readonly described: DescribedBundle;
  readonly publisher: string | null;
  readonly version: string;
  /** The hub's address, or where it lies. */
  readonly source: string;
  readonly fetched: FetchedBundle;
  /** The key that signed it; null where nobody did. */
  readonly pin: PublisherPin | null;
  readonly fingerprint: string | null;
  readonly trust: "first" | "pinned" | "rotated" | "unsigned";
  readonly origin: FolderOrigin;
  readonly findings: readonly Finding[];
  /** What of it is installed now, and what would change. */
  readonly before: HubInstall | null;
  readonly diff: BundleDiff | null;
};

/** How many are kept: each may have as many bytes as a bundle may have. */
const MAX_KEPT = 8;

/** Fetches and verifies it. Nothing of it is kept for good, and nothing of it runs. */
export async function prepareInstall(
  engine: Engine,
  wanted: WantedText,
  call: HubCall,
): Promise<Prepared> {
  const read = readWanted(wanted);
  const prepared =
    read.type === "entry"
      ? await prepareEntry(engine, read, call)
      : await prepareSource(engine, read, call);
  keep(engine, prepared);
  return prepared;
}

async function prepareEntry(
  engine: Engine,
  wanted: Extract<Wanted, { type: "entry" }>,
  call: HubCall,
): Promise<Prepared> {
  const { client } = engine.of(HUB);
  const found = await findEntry(engine, wanted, call);
  const { hub } = found;
  if (found.foreign) {
    const fetched = await client.fetchForeign(hub, wanted.name, call);
    return unsigned(engine, fetched, hub.source.url, "hub", wanted.name);
  }
  const { entry } = found;
  const pin = await pinFor(engine, hub, entry.publisher);
  const { version: number } = wanted;
  const fetched = await client.fetchVersion(
    hub,
    { name: entry.name, ...(number !== undefined && { version: number }) },
    pin,
    call,
  );
  const described = client.describe(fetched.read);
  return finish(engine, {
    id: `${entry.publisher}/${entry.name}`,
    described: { ...described, name: entry.name },
    publisher: entry.publisher,
    version: fetched.version.version,
    source: hub.source.url,
    fetched,
    pin: fetched.pin,
    fingerprint: fetched.fingerprint,
    trust: fetched.trust,
    origin: "hub",
  });
}

async function prepareSource(
  engine: Engine,
  { source, origin }: Extract<Wanted, { type: "source" }>,
  call: HubCall,
): Promise<Prepared> {
  const { client, readFile } = engine.of(HUB);
  const known =
    origin.type === "file"
      ? ({ type: "archive", bytes: await readFile(origin.path) } as const)
      : origin;
  const fetched = await client.fetchBundle(known, call);
  return unsigned(engine, fetched, source, ORIGINS[origin.type]);
}

const ORIGINS: Readonly<Record<Origin["type"], FolderOrigin>> = {
  ...{ git: "git", npm: "npm", url: "url" },
  // Unsigned, and an admin has to say each time that it is installed.
  ...{ file: "zip", archive: "zip", folder: "remote" },
};

function unsigned(
  engine: Engine,
  fetched: FetchedBundle,
  source: string,
  origin: FolderOrigin,
  name?: string,
): Promise<Prepared> {
  const described = engine.of(HUB).client.describe(fetched.read);
  return finish(engine, {
    id: name ?? described.name,
    described,
    publisher: null,
    version: described.version,
    source,
    fetched,
    pin: null,
    fingerprint: null,
    trust: "unsigned",
    origin,
  });
}

async function finish(
  { gate, of }: Engine,
  prepared: Omit<Prepared, "findings" | "before" | "diff">,
): Promise<Prepared> {
  const { read } = prepared.fetched;
  const before = (await gate.store.hub.installs()).find(({ id }) => id === prepared.id) ?? null;
  const isOther = before !== null && before.digest !== read.bundle.digest;
  // What was taken in may be gone by now: then there is nothing to compare with.
  const old = isOther
    ? await of(HUB)
        .stored(before.digest)
        .catch(() => undefined)
    : undefined;
  return {
    ...prepared,
    findings: of(HUB).client.findings(read),
    before,
    diff: old ? of(HUB).client.compare(old, read) : null,
  };
}

function keep({ of }: Engine, one: Prepared): void {
  const { prepared } = of(HUB);
  const { digest } = one.fetched.read.bundle;
  prepared.delete(digest);
  prepared.set(digest, one);
  for (const oldest of prepared.keys()) {
    if (prepared.size <= MAX_KEPT) break;
    prepared.delete(oldest);
  }
}
