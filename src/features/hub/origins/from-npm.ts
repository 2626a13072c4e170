import { hash } from "node:crypto";
import satisfies from "semver/functions/satisfies.js";
import sort from "semver/functions/sort.js";
import { CapstanError } from "../../../base/errors.ts";
import { BUNDLE_LIMITS } from "../../bundles/read-bundle.ts";
import { type Packument, readPackument } from "../../programs/packages/npm-registry.ts";
import { createRegistryClient, type RegistryClient } from "../../programs/packages/registry.ts";
import type { HubCall } from "../hub.ts";
import type { HubTools } from "../index/hub-tools.ts";

/** A name with a version, a range or a tag. */
const SPEC =
  /^(?<name>(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*)(?:@(?<wanted>[A-Za-z0-9^~<>=.* |+-]{1,100}))?$/;
const TARBALL = /^(?:\/|https?:).*\.(?:tgz|tar\.gz)$/;
const STRENGTHS = ["sha512", "sha384", "sha256"];

export type Tarball = { readonly bytes: Uint8Array; readonly from: string };

/** Whether it names a tarball, which needs no registry. */
export function isTarball(spec: string): boolean {
  return TARBALL.test(spec);
}

/**
 * The tarball of a package as the registry has it, held against the integrity that the registry says.
 * It is not installed: no script of it runs, and none of its dependencies is fetched.
 */
export async function fetchPackage(
  { npm }: Pick<HubTools, "npm">,
  spec: string,
  { onProgress, signal }: HubCall,
): Promise<Tarball> {
  const { name, wanted = "latest" } = SPEC.exec(spec)?.groups ?? {};
  if (name === undefined) {
    const message = `"${spec.slice(0, 200)}" is no package of a registry: write name, name@version or @scope/name@version.`;
    throw new CapstanError("HUB_INVALID", message);
  }
  const client = createRegistryClient(npm);
  try {
    onProgress?.({ says: `Asking the registry for ${spec}`, done: 0, total: 2 });
    const found = chosen(await readPackument(client, name, signal), wanted);
    if (found?.dist.integrity === undefined) {
      const message = `The registry has no "${spec}", or does not say what its bytes are (integrity).`;
      throw new CapstanError("HUB_INVALID", message);
    }
    const exact = `${name}@${found.version}`;
    onProgress?.({ says: `Fetching ${exact}`, done: 1, total: 2 });
    const bytes = await fetchTarball(client, found.dist.tarball, exact, signal);
    requireIntegrity(bytes, found.dist.integrity, exact);
    return { bytes, from: `npm:${exact}` };
  } catch (error) {
    if (!(error instanceof CapstanError) || error.code !== "DEPENDENCY_MISSING") throw error;
    throw new CapstanError("HUB_INVALID", error.message, { cause: error });
  } finally {
    await client.close();
  }
}

/** A tag, an exact version, or the highest version of a range. */
function chosen(packument: Packument | undefined, wanted: string) {
  if (!packument) return undefined;
  const { tags, versions } = packument;
  const exact = versions.get(tags.get(wanted) ?? wanted);
  if (exact) return exact;
  const fitting = [...versions.keys()].filter((version) => satisfies(version, wanted));
  return versions.get(sort(fitting).at(-1) ?? "");
}

async function fetchTarball(
  client: RegistryClient,
  url: string,
  named: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const archive = await client.archive(url, signal);
  if (!archive) throw new CapstanError("HUB_INVALID", `The registry has no archive of ${named}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of archive) {
    size += chunk.byteLength;
    if (size > BUNDLE_LIMITS.bytes) {
      const message = `${named} has more than ${BUNDLE_LIMITS.bytes} bytes.`;
      throw new CapstanError("HUB_INVALID", message);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The strongest digest counts, as in the standard of subresource integrity. */
function requireIntegrity(bytes: Uint8Array, integrity: string, named: string): void {
  const given = integrity.split(/\s+/);
  const strength = STRENGTHS.find((name) => given.some((one) => one.startsWith(`${name}-`)));
  if (strength !== undefined) {
    const is = `${strength}-${hash(strength, bytes, "base64")}`;
    if (given.some((one) => one.split("?")[0] === is)) return;
  }
  const message = `${named} is not what the registry says of it: its integrity is another one.`;
  throw new CapstanError("HUB_DIGEST_WRONG", message);
}
