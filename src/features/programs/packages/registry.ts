import type { WebStreams } from "../../../sandbox/web-streams.ts";
import type { Ecosystem } from "./closure.ts";
import { packageError } from "./package-error.ts";

export type Registry = {
  /** Ends in "/". */
  readonly url: string;
  /** The header that a private registry wants; undefined for a public one. */
  readonly authorization: () => string | undefined;
};

export type Registries = Readonly<Record<Ecosystem, Registry>>;

export interface RegistryClient {
  readonly registry: Registry;
  /** Answers the body and its type; undefined where the registry has no such page. */
  page(url: string, wanted: PageRequest): Promise<Page | undefined>;
  /** The bytes of an archive as they come; undefined where there is none. */
  archive(url: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined>;
  close(): Promise<void>;
}

export type Page = { readonly text: string; readonly type: string; readonly url: string };
export type PageRequest = { readonly accept: string; readonly signal: AbortSignal };

export type RegistryOptions = {
  readonly registry: Registry;
  /** Requests to one server, under the rules of the web client. */
  readonly streams: (url: string, maxBytes: number) => WebStreams;
};

export const MAX_ARCHIVE_BYTES = 150_000_000;
const MAX_PAGE_BYTES = 50_000_000;
const PAGE_MS = 30_000;
const ARCHIVE_MS = 120_000;
const MAX_REDIRECTS = 3;
/** Archives may lie on other hosts than the index that names them. */
const MAX_HOSTS = 8;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Reads a registry, and nothing but a registry: its credentials go to its own address alone. */
export function createRegistryClient({ registry, streams }: RegistryOptions): RegistryClient {
  const { origin } = new URL(registry.url);
  const hosts = new Map<string, WebStreams>();

  function hostOf(url: URL): WebStreams {
    const known = hosts.get(url.origin);
    if (known) return known;
    if (hosts.size === MAX_HOSTS) {
      throw packageError(`The registry names archives on more than ${MAX_HOSTS} hosts.`);
    }
    const opened = streams(url.origin, MAX_ARCHIVE_BYTES);
    hosts.set(url.origin, opened);
    return opened;
  }

  async function ask(target: string, headers: Record<string, string>, signal: AbortSignal) {
    let url = new URL(target);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const isOwn = url.origin === origin;
      if (!isOwn && url.protocol !== "https:") {
        throw packageError(`The registry sends to ${url.origin}, which is not https.`);
      }
      const authorization = isOwn ? registry.authorization() : undefined;
      const answer = await hostOf(url).fetch(url, {
        headers: { ...headers, ...(authorization !== undefined && { authorization }) },
        signal,
      });
      const location = answer.headers.get("location");
      if (!REDIRECTS.has(answer.status) || location === null) {
        return { url: url.href, answer: await usable(answer, url) };
      }
      await answer.body?.cancel();
      url = new URL(location, url);
    }
    throw packageError(`${new URL(target).host} redirects more than ${MAX_REDIRECTS} times.`);
  }

  return {
    registry,
    async page(target, { accept, signal }) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]);
      const { url, answer } = await ask(target, { accept }, within);
      if (!answer?.body) return undefined;
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of answer.body) {
        size += chunk.byteLength;
        if (size > MAX_PAGE_BYTES)
          throw packageError(`${url} is longer than ${MAX_PAGE_BYTES} bytes.`);
        chunks.push(chunk);
      }
      const type = answer.headers.get("content-type") ?? "";
      return { text: Buffer.concat(chunks).toString("utf8"), type, url };
    },
    async archive(target, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(ARCHIVE_MS)]);
      // The hash of the lock is of the bytes of the archive, and not of a compressed form of them.
      const { answer } = await ask(target, { "accept-encoding": "identity" }, within);
      return answer?.body ?? undefined;
    },
    async close() {
      await Promise.all([...hosts.values()].map((host) => host.close()));
    },
  };
}

async function usable(answer: Response, { host }: URL): Promise<Response | undefined> {
  if (answer.ok) return answer;
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) return undefined;
  const hint =
    answer.status === 401 || answer.status === 403
      ? " Give it credentials: see registries in the settings."
      : "";
  throw packageError(`The registry ${host} answered ${answer.status}.${hint}`);
}
