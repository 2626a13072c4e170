import * as z from "zod";
import { parseJson } from "../../../base/json.ts";
import type { LockedEntry } from "./closure.ts";
import { packageError } from "./package-error.ts";
import type { Page, RegistryClient } from "./registry.ts";

const Version = z.object({
  version: z.string(),
  dist: z.object({ tarball: z.string(), integrity: z.string().optional() }),
});
const Packument = z.object({
  "dist-tags": z.record(z.string(), z.string()).default({}),
  versions: z.record(z.string(), Version),
});

export type Packument = {
  readonly tags: ReadonlyMap<string, string>;
  readonly versions: ReadonlyMap<string, z.infer<typeof Version>>;
};

const MAX_VALUES = 5_000_000;
/** The short form has all that installing needs. */
const PACKUMENT_TYPE = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8";

/** What the registry knows of a package; undefined for one that it does not have. */
export async function readPackument(
  client: RegistryClient,
  name: string,
  signal: AbortSignal,
): Promise<Packument | undefined> {
  const page = await readPackumentPage(client, name, signal);
  if (!page) return undefined;
  try {
    const { "dist-tags": tags, versions } = Packument.parse(parseJson(page.text, MAX_VALUES));
    return { tags: new Map(Object.entries(tags)), versions: new Map(Object.entries(versions)) };
  } catch (cause) {
    throw packageError(`The registry entry of "${name}" cannot be read.`, cause);
  }
}

export function readPackumentPage(
  client: RegistryClient,
  name: string,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const url = new URL(encodeURIComponent(name).replace("%40", "@"), client.registry.url).href;
  return client.page(url, { accept: PACKUMENT_TYPE, signal });
}

/**
 * The archive of a package, whatever registry its lock was made with. Where the usual address has
 * none, the registry is asked for another one.
 */
export async function openNpmArchive(
  client: RegistryClient,
  entry: LockedEntry,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const { name, version } = entry;
  const usual = await client.archive(archiveUrl(client, entry), signal);
  if (usual) return usual;
  const found = (await readPackument(client, name, signal))?.versions.get(version);
  const other = found && (await client.archive(found.dist.tarball, signal));
  if (other) return other;
  throw packageError(
    `The registry ${new URL(client.registry.url).host} has no ${name}@${version}.`,
  );
}

function archiveUrl({ registry }: RegistryClient, { name, version, address }: LockedEntry): string {
  const own = new URL(registry.url);
  if (address !== undefined && URL.parse(address)?.origin === own.origin) return address;
  const file = /\/-\/([^/?#]+\.tgz)$/.exec(address ?? "")?.[1];
  const usual = `${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
  return new URL(`${name}/-/${file ?? usual}`, own).href;
}
