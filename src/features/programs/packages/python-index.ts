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
  /** Versions of Python that it says it is for. */
  readonly requires?: string | undefined;
  /** Its publisher took it back. */
  readonly isYanked?: boolean;
};

const Listing = z.object({
  files: z.array(
    z.object({
      filename: z.string().max(500),
      url: z.string().max(4_096),
      hashes: z.record(z.string(), z.string()).default({}),
      "requires-python": z.string().max(500).nullish(),
      yanked: z.union([z.boolean(), z.string()]).optional(),
    }),
  ),
});
const MAX_VALUES = 2_000_000;
const LINK = /<a\s([^>]*)>([^<]*)<\/a>/gi;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
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
  const { host } = new URL(client.registry.url);
  const files = await listFiles(client, name, signal);
  if (!files) throw packageError(`The index ${host} has no "${name}".`);
  const [best] = files
    .flatMap(({ file, url, hash }) => {
      const wheel = wheelName(file);
      const isMeant = wheel && normalName(wheel.name) === normalName(name);
      if (!isMeant || normalVersion(wheel.version) !== normalVersion(version)) return [];
      // Where the index says none, the bytes alone are held against the lock.
      if (hash !== undefined && !hashes.includes(hash)) return [];
      const rank = wheelRank(wheel, machine);
      return rank === undefined ? [] : [{ file, url, rank }];
    })
    .toSorted((one, other) => other.rank - one.rank);
  const bytes = best && (await client.archive(best.url, signal));
  if (best && bytes) return { file: best.file, bytes };
  const python = machine.version.join(".");
  const message = `The index ${host} has no wheel of ${name} ${version} with a hash of the lock that fits Python ${python} on ${machine.cpu}.`;
  throw packageError(message);
}

/** Spellings of one version (PEP 440), as far as locks and files differ in them. */
function normalVersion(version: string): string {
  const plain = version.toLowerCase().replace(/^v/, "").replaceAll("_", "+");
  return plain.replace(/(?:\.0)+(?=$|[+a-z])/, "");
}

/** All files that the index has of a package; undefined where it does not have the package. */
export async function listFiles(
  client: RegistryClient,
  name: string,
  signal: AbortSignal,
): Promise<readonly IndexFile[] | undefined> {
  const url = new URL(`${normalName(name)}/`, client.registry.url).href;
  const page = await client.page(url, { accept: INDEX_TYPE, signal });
  return page && filesOf(page, name);
}

function filesOf(page: Page, name: string): readonly IndexFile[] {
  return /\bjson\b/.test(page.type) ? filesInJson(page, name) : filesInHtml(page);
}

function filesInJson({ text, url: base }: Page, name: string): readonly IndexFile[] {
  try {
    const { files } = Listing.parse(parseJson(text, MAX_VALUES));
    return files.flatMap(({ filename, url, hashes, yanked, "requires-python": requires }) => {
      const hex = new Map(Object.entries(hashes)).get("sha256");
      const isYanked = yanked !== undefined && yanked !== false;
      return fileOf(filename, URL.parse(url, base), hex, {
        requires: requires ?? undefined,
        isYanked,
      });
    });
  } catch (cause) {
    throw packageError(`The index page of "${name}" cannot be read.`, cause);
  }
}

function filesInHtml({ text, url: base }: Page): readonly IndexFile[] {
  return [...text.matchAll(LINK)].flatMap(([, tag = "", shown = ""]) => {
    const attributes = new Map(
      [...tag.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [
        name.toLowerCase(),
        unescaped(double ?? single ?? ""),
      ]),
    );
    const url = URL.parse(attributes.get("href") ?? "", base);
    const hex = /^#sha256=([0-9a-f]{64})$/.exec(url?.hash ?? "")?.[1];
    return fileOf(unescaped(shown).trim(), url, hex, {
      requires: attributes.get("data-requires-python"),
      isYanked: attributes.has("data-yanked"),
    });
  });
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function fileOf(
  file: string,
  url: URL | null,
  hex: string | undefined,
  more: Pick<IndexFile, "requires" | "isYanked">,
): IndexFile[] {
  if (!url) return [];
  url.hash = "";
  const hash = hex !== undefined && SHA256.test(hex) ? `sha256:${hex}` : undefined;
  return [{ file, url: url.href, hash, ...more }];
}
