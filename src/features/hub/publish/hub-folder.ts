import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canonicalJson } from "../../../base/canonical-json.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import {
  DISCOVERY_SCHEMA,
  type HubHead,
  HubIndex,
  HubVersion,
  type ListedVersion,
} from "../../../schema/hub.ts";
import type { HubSigner } from "../hub.ts";
import {
  digestOf,
  HUB_FOLDER,
  INDEX_FILE,
  parseHubFile,
  placeOf,
  requireDigest,
} from "../index/hub-files.ts";
import type { HubTools } from "../index/hub-tools.ts";
import { requireSignature, withSignature } from "../index/signatures.ts";
import { parseIndex } from "../index/verify-index.ts";

const LOCK_FILE = ".capstan-hub-lock";
const DAY_MS = 86_400_000;
/** How long a withdrawal can be held back by whoever serves the folder. */
const GOOD_FOR_DAYS = 30;

/** Does something to a hub's folder while nobody else does. HUB_BUSY where somebody does. */
export async function alone<T>(
  { lock }: Pick<HubTools, "lock">,
  hub: string,
  act: () => Promise<T>,
): Promise<T> {
  await mkdir(hub, { recursive: true });
  const release = take();
  try {
    return await act();
  } finally {
    release();
  }

  function take(): () => void {
    try {
      return lock(join(hub, LOCK_FILE));
    } catch (cause) {
      const message = `Another process is publishing into ${hub} right now. Try again in a moment.`;
      throw new CapstanError("HUB_BUSY", message, { cause });
    }
  }
}

export async function readHead(hub: string): Promise<HubHead> {
  return parseIndex(await readIndexFile(hub)).hub;
}

/** The index of one's own hub: with another key nobody would believe what comes next. */
export async function readOwnIndex(hub: string, signer: HubSigner): Promise<HubIndex> {
  const value = await readIndexFile(hub);
  requireSignature("index", value, "The index");
  const index = parseIndex(value);
  if (index.hub.key !== signer.key) {
    const message = `The hub "${index.hub.name}" is signed by another key than the one of this home. Publish from the home that made it, or copy its file from hub-keys/ there.`;
    throw new CapstanError("HUB_KEY_CHANGED", message);
  }
  return index;
}

async function readIndexFile(hub: string): Promise<JsonObject> {
  const bytes = await readFile(join(hub, HUB_FOLDER, INDEX_FILE)).catch((cause: unknown) => {
    const message = `${hub} is no hub: there is no ${HUB_FOLDER}/${INDEX_FILE} in it. Make it one: capstan hub init ${hub}.`;
    throw new CapstanError("HUB_INVALID", message, { cause });
  });
  return parseHubFile(bytes, `The index in ${hub}`);
}

export async function readOwnVersion(
  hub: string,
  { manifest }: ListedVersion,
): Promise<HubVersion> {
  const path = join(hub, HUB_FOLDER, placeOf(manifest.digest, "versions"));
  const bytes = await readFile(path);
  requireDigest(bytes, manifest.digest, `"${path}"`);
  return HubVersion.parse(parseHubFile(bytes, `"${path}"`));
}

/** The index with the next serial, signed, in the place of the one before: all of it or nothing. */
export async function writeIndex(
  hub: string,
  index: Pick<HubIndex, "skills" | "hub">,
  signer: HubSigner,
  now: number,
): Promise<HubIndex> {
  const head = {
    ...index.hub,
    key: signer.key,
    serial: index.hub.serial + 1,
    published_at: new Date(now).toISOString(),
    expires_at: new Date(now + GOOD_FOR_DAYS * DAY_MS).toISOString(),
  };
  const next = { $schema: DISCOVERY_SCHEMA, skills: index.skills, hub: head };
  // What is left out is left out of what is signed as well.
  const body: JsonObject = JSON.parse(JSON.stringify(next));
  const signed = HubIndex.parse(withSignature("index", body, signer));
  const bytes = Buffer.from(`${JSON.stringify(signed, null, 1)}\n`);
  await replaceFile(join(hub, HUB_FOLDER, INDEX_FILE), bytes);
  return signed;
}

/** A file that never changes. Answers where it is, from the index on. */
export async function keepFile(
  hub: string,
  bytes: Uint8Array,
  folder: "archives" | "versions",
): Promise<{ readonly url: string; readonly digest: string }> {
  const digest = digestOf(bytes);
  const url = placeOf(digest, folder);
  await replaceFile(join(hub, HUB_FOLDER, url), bytes);
  return { url, digest };
}

export function bytesOf(value: JsonObject): Uint8Array {
  return Buffer.from(canonicalJson(value));
}

/** On the disk before it has its name: who is cut off in between leaves what was there. */
async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const written = `${path}.new`;
  const file = await open(written, "w", 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(written, path);
}
