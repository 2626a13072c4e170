import type { ArchiveCache } from "./archive-cache.ts";
import { type IndexFile, listFiles } from "./python-index.ts";
import { normalName } from "./read-requirements.ts";
import type { RegistryClient } from "./registry.ts";
import type { GatewayFind } from "./registry-gateway.ts";
import { wheelName } from "./wheel-name.ts";

const PAGE = /^\/simple\/([A-Za-z0-9][\w.-]{0,200})\/$/;
const FILE = /^\/files\/(sha256:[0-9a-f]{64})\/[^/]+$/;

/** A wheel with a hash that the index states. */
export type SeenWheel = IndexFile & { readonly hash: string };

/**
 * The read API of a Python index, with a note of every wheel that was shown. Only wheels are: building a
 * source package would run it.
 */
export function pythonGateway(client: RegistryClient, cache: ArchiveCache, signal: AbortSignal) {
  const seen = new Map<string, SeenWheel>();

  async function archiveOf(hash: string) {
    const known = seen.get(hash);
    const wheel = known && wheelName(known.file);
    if (!wheel) return undefined;
    const { name, version } = wheel;
    const wanted = { name: normalName(name), version, hashes: [hash] };
    const kept = await cache.find(wanted);
    if (kept) return kept;
    const bytes = await client.archive(known.url, signal);
    if (!bytes) return undefined;
    await cache.keep(wanted, { file: known.file, bytes });
    return cache.find(wanted);
  }

  const find: GatewayFind = async (path) => {
    const hash = FILE.exec(path)?.[1];
    if (hash !== undefined) {
      const archive = await archiveOf(hash);
      return archive && { type: "application/octet-stream", body: archive.bytes };
    }
    const name = PAGE.exec(path)?.[1];
    const files = name === undefined ? undefined : await listFiles(client, name, signal);
    if (name === undefined || !files) return undefined;
    const wheels = files.filter((it): it is SeenWheel => isWheelOf(it, name));
    for (const wheel of wheels) seen.set(wheel.hash, wheel);
    return { type: "text/html", body: htmlOf(wheels) };
  };
  return { find, seen: seen as ReadonlyMap<string, SeenWheel> };
}

function isWheelOf({ file, hash }: IndexFile, name: string): boolean {
  const wheel = wheelName(file);
  return hash !== undefined && wheel !== undefined && normalName(wheel.name) === normalName(name);
}

/** Every pip that there is reads this form. */
function htmlOf(wheels: readonly SeenWheel[]): string {
  const links = wheels.map(({ file, hash, requires, isYanked }) => {
    const href = `/files/${hash}/${encodeURIComponent(file)}#${hash.replace(":", "=")}`;
    const python = requires === undefined ? "" : ` data-requires-python="${escaped(requires)}"`;
    return `<a href="${href}"${python}${isYanked ? ' data-yanked=""' : ""}>${escaped(file)}</a>`;
  });
  return `<!DOCTYPE html><html><body>\n${links.join("<br>\n")}\n</body></html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
