import { CapstanError } from "../../../base/errors.ts";
import { bundleOf } from "../../../schema/bundle.ts";
import {
  type HubEntry,
  type HubIndex,
  HubVersion,
  hubIdentity,
  type ListedPublisher,
  type ListedVersion,
} from "../../../schema/hub.ts";
import { BUNDLE_LIMITS, type ReadBundle } from "../../bundles/read-bundle.ts";
import type { FetchedVersion, HubClient, PublisherPin, ReadHub } from "../hub.ts";
import { digestOf, MAX_MANIFEST_BYTES, parseHubFile, requireDigest } from "./hub-files.ts";
import type { HubTools } from "./hub-tools.ts";
import { followPin, keysOf } from "./key-chain.ts";
import { fingerprint } from "./keys.ts";
import { openPlace } from "./open-place.ts";
import { requireSignature } from "./signatures.ts";
import { tellStep } from "./tell-step.ts";

/** Of a `SKILL.md` that lies in no archive: a text that somebody should read. */
const MAX_DOCUMENT_BYTES = 1_000_000;

type Tools = Pick<HubTools, "web" | "readArchive">;

/** Fetches one version, and answers it only if all that was signed fits all that came. */
export function createFetchVersion({ web, readArchive }: Tools): HubClient["fetchVersion"] {
  return async (hub, wanted, pin, call) => {
    const { entry, listed, publisher } = choose(requireSigned(hub), wanted);
    const named = hubIdentity({ ...entry, version: listed.version });
    const place = openPlace(hub.source.url, web);
    const step = (says: string, done: number) => tellStep(call, says, done, 3);
    const first = step(`Fetching ${named}`, 0);
    const trust = trustOf(publisher, pin);
    const manifest = await place.file(listed.manifest.url, MAX_MANIFEST_BYTES, first);
    requireDigest(manifest, listed.manifest.digest, `The manifest of ${named}`);
    const version = readVersion(manifest, entry, listed, publisher);
    const second = step(`Fetching the files of ${named}`, 1);
    const archive = await place.file(listed.archive.url, BUNDLE_LIMITS.bytes, second);
    requireDigest(archive, version.archive.digest, `The archive of ${named}`);
    step(`Checking the files of ${named}`, 2);
    const read = await readArchive(archive);
    requireBundle(read, version, named);
    step(`${named} is what was published`, 3);
    return {
      read,
      from: `${hub.source.url}#${named}`,
      archiveDigest: version.archive.digest,
      entry,
      version,
      pin: { publisher: publisher.name, key: publisher.key },
      trust,
      fingerprint: fingerprint(publisher.key),
    };
  };
}

/** An entry of an unsigned index: its digest is all that there is. */
export function createFetchForeign({ web, readArchive }: Tools): HubClient["fetchForeign"] {
  return async (hub, name, call) => {
    const entry = hub.foreign.find((one) => one.name === name);
    if (!entry) throw notFound(`This hub has nothing called "${name}".`);
    const step = tellStep(call, `Fetching ${name}`, 0, 1);
    const isDocument = entry.type === "skill-md";
    const limit = isDocument ? MAX_DOCUMENT_BYTES : BUNDLE_LIMITS.bytes;
    const bytes = await openPlace(hub.source.url, web).file(entry.url, limit, step);
    requireDigest(bytes, entry.digest, `The ${isDocument ? "document" : "archive"} of "${name}"`);
    const read = isDocument ? bundleOfDocument(bytes) : await readArchive(bytes);
    return { read, from: `${hub.source.url}#${name}`, archiveDigest: entry.digest };
  };
}

/** A `SKILL.md` that lies in no archive is a bundle of one file. */
function bundleOfDocument(bytes: Uint8Array): ReadBundle {
  const digest = digestOf(bytes);
  const size_bytes = bytes.byteLength;
  return {
    bundle: bundleOf([{ path: "SKILL.md", digest, size_bytes, executable: false }]),
    contents: new Map([[digest, bytes]]),
    leftOut: [],
  };
}

function requireSigned({ index, source }: ReadHub): HubIndex {
  if (index) return index;
  throw new CapstanError("HUB_INVALID", `The index of ${source.url} is not signed.`);
}

function choose(
  index: HubIndex,
  { name, version }: { readonly name: string; readonly version?: string },
): { entry: HubEntry; listed: ListedVersion; publisher: ListedPublisher } {
  const entry = index.skills.find((one) => one.name === name);
  if (!entry) throw notFound(`"${index.hub.name}" has nothing called "${name}".`);
  const publisher = index.hub.publishers.find((one) => one.name === entry.publisher);
  if (!publisher) {
    const message = `"${index.hub.name}" does not say which key "${entry.publisher}" has.`;
    throw new CapstanError("HUB_INVALID", message);
  }
  const listed = entry.versions.find((one) =>
    version === undefined ? !one.withdrawn : one.version === version,
  );
  const withdrawn = listed?.withdrawn ?? (version === undefined ? entry.withdrawn : undefined);
  if (withdrawn) {
    const which = version === undefined ? `Every version of "${name}"` : `${name}@${version}`;
    const message = `${which} was withdrawn: ${withdrawn.reason}`;
    throw new CapstanError("HUB_VERSION_WITHDRAWN", message);
  }
  if (!listed) throw notFound(`There is no ${name}@${version ?? "latest"}.`);
  return { entry, listed, publisher };
}

function trustOf(publisher: ListedPublisher, pin: PublisherPin | null): FetchedVersion["trust"] {
  if (pin === null) return "first";
  return followPin(`publisher:${publisher.name}`, pin.key, publisher);
}

/** A hub can list what a publisher signed; it cannot sign in the publisher's place. */
function readVersion(
  bytes: Uint8Array,
  entry: HubEntry,
  listed: ListedVersion,
  publisher: ListedPublisher,
): HubVersion {
  const named = hubIdentity({ ...entry, version: listed.version });
  const value = parseHubFile(bytes, `The manifest of ${named}`);
  const signer = requireSignature("version", value, `The manifest of ${named}`);
  if (!keysOf(`publisher:${publisher.name}`, publisher).includes(signer)) {
    const message = `${named} is not signed by "${publisher.name}", but by ${fingerprint(signer)}.`;
    throw new CapstanError("HUB_SIGNATURE_WRONG", message);
  }
  const read = HubVersion.safeParse(value);
  if (!read.success) {
    throw new CapstanError("HUB_INVALID", `The manifest of ${named} is of no form that is known.`);
  }
  const { data } = read;
  if (hubIdentity(data) !== named || data.kind !== entry.kind) {
    const message = `The index offers the ${entry.kind} ${named}, and its manifest is that of the ${data.kind} ${hubIdentity(data)}.`;
    throw new CapstanError("HUB_DIGEST_WRONG", message);
  }
  return data;
}

function requireBundle({ bundle }: ReadBundle, { bundle: said }: HubVersion, named: string): void {
  if (bundle.digest === said.digest) return;
  const message = `The files of ${named} are not those that its publisher signed.`;
  throw new CapstanError("HUB_DIGEST_WRONG", message);
}

function notFound(message: string): CapstanError {
  return new CapstanError("HUB_ENTRY_NOT_FOUND", message);
}
