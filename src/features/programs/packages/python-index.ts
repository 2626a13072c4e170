import * as z from "zod";
import { parseJson } from "../../../base/json.ts";
import type { LockedEntry } from "./closure.ts";
import type { PythonMachine } from "./machine.ts";
import { packageError } from "./package-error.ts";
import { normalName } from "./read-requirements.ts";
import type { Page, RegistryClient } from "./registry.ts";
import { wheelName, wheelRank } from "./wheel-name.ts";

export type IndexFile = {
  readonly file: string;
  readonly url: string;
  /** `sha256:<hex>`; undefined where the index says none. */
  readonly hash: string | undefined;
};

const Listing = z.object({
  files: z.array(
    z.object({
      filename: z.string().max(500),
      url: z.string().max(4_096),
      hashes: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
const MAX_VALUES = 2_000_000;
const LINK = /<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([^<]*)<\/a>/gi;
const SHA256 = /^[0-9a-f]{64}$/;
const INDEX_TYPE =
  "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.01";

/** The archive of a package: the wheel with a hash of the lock that fits this Python best. */
export async function openWheel(
  client: RegistryClient,
  entry: LockedEntry,
  machine: PythonMachine,
  signal: AbortSignal,
): Promise<{ readonly file: string; readonly bytes: AsyncIterable<Uint8Array> }> {
  const { name, version, hashes } = entry;
  const [best] = (await listFiles(client, name, signal))
    .flatMap(({ file, url, hash }) => {
      const wheel = wheelName(file);
      const isMeant = wheel && normalName(wheel.name) === normalName(name);
      if (!isMeant || (hash !== undefined && !hashes.includes(hash))) return [];
      // Without a hash only its name says what it is; its bytes are held against the lock.
      if (hash === undefined && wheel.version !== version) return [];
      const rank = wheelRank(wheel, machine);
      return rank === undefined ? [] : [{ file, url, rank }];
    })
    .toSorted((one, other) => other.rank - one.rank);
  const bytes = best && (await client.archive(best.url, signal));
  if (best && bytes) return { file: best.file, bytes };
  const { host } = new URL(client.registry.url);
  const python = machine.version.join(".");
  const message = `The index ${host} has no wheel of ${name} ${version} with a hash of the lock that fits Python ${python} on ${machine.cpu}.`;
  throw packageError(message);
}

async function listFiles(
  client: RegistryClient,
  name: string,
  signal: AbortSignal,
): Promise<readonly IndexFile[]> {
  const url = new URL(`${normalName(name)}/`, client.registry.url).href;
  const page = await client.page(url, { accept: INDEX_TYPE, signal });
  if (page) return filesOf(page, name);
  throw packageError(`The index ${new URL(url).host} has no "${name}".`);
}

function filesOf(page: Page, name: string): readonly IndexFile[] {
  return /\bjson\b/.test(page.type) ? filesInJson(page, name) : filesInHtml(page);
}

function filesInJson({ text, url: base }: Page, name: string): readonly IndexFile[] {
  try {
    const { files } = Listing.parse(parseJson(text, MAX_VALUES));
    return files.flatMap(({ filename, url, hashes }) => {
      const hex = new Map(Object.entries(hashes)).get("sha256");
      return fileOf(filename, URL.parse(url, base), hex);
    });
  } catch (cause) {
    throw packageError(`The index page of "${name}" cannot be read.`, cause);
  }
}

function filesInHtml({ text, url: base }: Page): readonly IndexFile[] {
  return [...text.matchAll(LINK)].flatMap(([, double, single, shown = ""]) => {
    const url = URL.parse((double ?? single ?? "").replaceAll("&amp;", "&"), base);
    const hex = /^#sha256=([0-9a-f]{64})$/.exec(url?.hash ?? "")?.[1];
    return fileOf(shown.trim(), url, hex);
  });
}

function fileOf(file: string, url: URL | null, hex: string | undefined): IndexFile[] {
  if (!url) return [];
  url.hash = "";
  const hash = hex !== undefined && SHA256.test(hex) ? `sha256:${hex}` : undefined;
  return [{ file, url: url.href, hash }];
}
