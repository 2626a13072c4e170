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
 * The archive that the registry has under this name and version: the address in a lock may be of another
 * package. Where the usual address has none, the registry is asked for another one.
 */
export async function openNpmArchive(
  client: RegistryClient,
  { name, version }: LockedEntry,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const file = `${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
  const { url } = client.registry;
  const usual = await client.archive(new URL(`${name}/-/${file}`, url).href, signal);
  if (usual) return usual;
  const found = (await readPackument(client, name, signal))?.versions.get(version);
  const other = found && (await client.archive(found.dist.tarball, signal));
  if (other) return other;
  throw packageError(`The registry ${new URL(url).host} has no ${name}@${version}.`);
}
