import { CapstanError } from "../../../base/errors.ts";
import { type JsonObject, readJson } from "../../../base/json.ts";
import {
  type HubEntry,
  type HubIndex,
  HubName,
  HubVersion,
  hubIdentity,
  type ListedPublisher,
  type ListedVersion,
  PublisherName,
} from "../../../schema/hub.ts";
import type {
  DescribedBundle,
  HubPublisher,
  HubSigner,
  Published,
  PublishRequest,
} from "../hub.ts";
import { digestOf } from "../index/hub-files.ts";
import type { HubTools } from "../index/hub-tools.ts";
import { withSignature } from "../index/signatures.ts";
import { entryOf } from "./entry-of.ts";
import {
  alone,
  bytesOf,
  keepFile,
  readOwnIndex,
  readOwnVersion,
  writeIndex,
} from "./hub-folder.ts";
import { writeZip } from "./write-zip.ts";

const NO_VERSION = "0.0.0";

/** Adds one version to a hub, or says why it cannot be added. The index is changed last. */
export function createPublish(tools: HubTools): HubPublisher["publish"] {
  return (request) =>
    alone(tools, request.hub, async () => {
      const described = tools.describe(request.read);
      requireNames(request.publisher, described);
      const index = await readOwnIndex(request.hub, request.hubSigner);
      const entry = ownEntry(index, request.publisher, described);
      const publishers = withPublisher(index, request.publisher, request.publisherSigner);
      const again = await sameAgain(request, described, entry, index);
      if (again) return again;
      const changes = await requireHigher(tools, request.hub, described, entry);
      const { version, listed } = await keepVersion(tools, request, described);
      const listing = [listed, ...(entry?.versions ?? [])];
      const others = index.skills.filter(({ name }) => name !== described.name);
      const skills = [...others, entryOf(version, listing, undefined)].sort(byName);
      const head = { ...index.hub, publishers };
      const next = { ...index, skills, hub: head };
      const { hub } = await writeIndex(request.hub, next, request.hubSigner, tools.clock.now());
      return { identity: hubIdentity(version), version, serial: hub.serial, changes };
    });
}

function requireNames(publisher: string, { name, version, kind }: DescribedBundle): void {
  if (!PublisherName.safeParse(publisher).success) {
    const message = `"${publisher}" is no name of a publisher: lower case letters, digits and "-".`;
    throw new CapstanError("HUB_INVALID", message);
  }
  if (!HubName.safeParse(name).success) {
    const message = `"${name}" cannot be listed: lower case letters, digits, "-", "_" and ".".`;
    throw new CapstanError("HUB_INVALID", message);
  }
  if (version === NO_VERSION) {
    const message = `This ${kind} says no version such as 1.0.0. Give it one.`;
    throw new CapstanError("HUB_INVALID", message);
  }
}

/** The entry that this publisher has under this name. A name is given once, in all spellings (I2). */
function ownEntry(
  { skills, hub }: HubIndex,
  publisher: string,
  { name, kind }: DescribedBundle,
): HubEntry | undefined {
  const near = skills.find((one) => spelling(one.name) === spelling(name));
  if (!near) return undefined;
  if (near.publisher !== publisher || near.name !== name) {
    const like = near.name === name ? "" : ` ("${near.name}")`;
    const message = `The name "${name}" is taken${like} in "${hub.name}", by "${near.publisher}". Choose another.`;
    throw new CapstanError("HUB_NAME_TAKEN", message);
  }
  if (near.kind !== kind) {
    const message = `"${name}" was published as ${near.kind}, and this is ${kind}. Choose another name.`;
    throw new CapstanError("HUB_NAME_TAKEN", message);
  }
  return near;
}

const spelling = (name: string) => name.replace(/[._-]+/g, "-");

/** Whoever publishes first under a name has it; later the same key is asked for. */
function withPublisher({ hub }: HubIndex, name: string, { key }: HubSigner): ListedPublisher[] {
  const known = hub.publishers.find((one) => one.name === name);
  if (!known) return [...hub.publishers, { name, key, rotations: [] }];
  if (known.key === key) return hub.publishers;
  const message = `"${name}" publishes with another key in "${hub.name}". Publish from the home that has it, or let the old key name yours: capstan hub keys --rotate <hub> --as ${name}.`;
  throw new CapstanError("HUB_KEY_CHANGED", message);
}

/** To publish the same thing twice is to have published it. */
async function sameAgain(
  { hub, read }: PublishRequest,
  { name, version }: DescribedBundle,
  entry: HubEntry | undefined,
  index: HubIndex,
): Promise<Published | undefined> {
  const before = entry?.versions.find((one) => one.version === version);
  if (!before) return undefined;
  if (before.withdrawn || before.bundle !== read.bundle.digest) {
    const why = before.withdrawn ? "was withdrawn" : "was published with other content";
    const message = `${name}@${version} ${why}. Give this one a higher version.`;
    throw new CapstanError("HUB_VERSION_TAKEN", message);
  }
  const published = await readOwnVersion(hub, before);
  const identity = hubIdentity(published);
  return { identity, version: published, serial: index.hub.serial, changes: [] };
}

/** Its version must move as far as its actions changed (I49). */
async function requireHigher(
  { compareVersions }: HubTools,
  hub: string,
  { version, actions }: DescribedBundle,
  entry: HubEntry | undefined,
): Promise<readonly string[]> {
  const newest = entry?.versions[0];
  if (!newest) return [];
  const before = await readOwnVersion(hub, newest);
  const { changes, problem } = compareVersions(before, { version, actions });
  if (problem !== null) throw new CapstanError("VERSION_TOO_LOW", problem);
  return changes;
}

async function keepVersion(
  { clock, readArchive }: HubTools,
  { hub, read, publisher, publisherSigner }: PublishRequest,
  { hosts: _, programs: __, ...described }: DescribedBundle,
): Promise<{ version: HubVersion; listed: ListedVersion }> {
  const archive = writeZip(read);
  const { bundle } = await readArchive(archive);
  if (bundle.digest !== read.bundle.digest) {
    const message =
      "Its archive would not unpack to the same files: something must lie at its root.";
    throw new CapstanError("HUB_INVALID", message);
  }
  const size = bundle.files.reduce((all, file) => all + file.size_bytes, 0);
  const body = readJson({
    format: "capstan-version/1",
    publisher,
    ...described,
    bundle: { digest: bundle.digest, files: bundle.files.length, size_bytes: size },
    archive: { digest: digestOf(archive), size_bytes: archive.byteLength },
    has_skill_md: bundle.files.some(({ path }) => path === "SKILL.md"),
    published_at: new Date(clock.now()).toISOString(),
  }) as JsonObject;
  const signed = withSignature("version", body, publisherSigner);
  const version = HubVersion.parse(signed);
  const kept = await keepFile(hub, archive, "archives");
  const manifest = await keepFile(hub, bytesOf(signed), "versions");
  const listed: ListedVersion = {
    version: version.version,
    bundle: bundle.digest,
    archive: kept,
    manifest,
    published_at: version.published_at,
  };
  return { version, listed };
}

function byName(a: HubEntry, b: HubEntry): number {
  return a.name < b.name ? -1 : 1;
}
