import { open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CapstanError } from "../../../base/errors.ts";
import type { WebClient } from "../../../sandbox/web-client.ts";
import type { HubCall } from "../hub.ts";
import { fetchBytes } from "./fetch-bytes.ts";
import { digestOf, HUB_FOLDER, INDEX_FILE, MAX_INDEX_BYTES } from "./hub-files.ts";

export type IndexBytes = { readonly bytes: Uint8Array; readonly etag: string | null };

/** Where a hub's files are read, be it a folder or a web server. */
export type HubPlace = {
  /** Null: it is still the one with this ETag. */
  index(etag: string | null, call: HubCall): Promise<IndexBytes | null>;
  /** As the index names it, from itself on. */
  file(url: string, maxBytes: number, call: HubCall): Promise<Uint8Array>;
};

export function openPlace(url: string, web: WebClient): HubPlace {
  return /^https?:/i.test(url) ? webPlace(url, web) : folderPlace(folderOf(url));
}

function folderOf(url: string): string {
  if (url.startsWith("/")) return url;
  try {
    if (url.startsWith("file:")) return fileURLToPath(url);
  } catch {
    // Said below.
  }
  const message = `"${url}" is no hub: give an https address, or the absolute path of a folder.`;
  throw new CapstanError("HUB_INVALID", message);
}

function folderPlace(folder: string): HubPlace {
  const root = join(folder, HUB_FOLDER);
  return {
    async index(etag) {
      const bytes = await readBounded(join(root, INDEX_FILE), MAX_INDEX_BYTES);
      const digest = digestOf(bytes);
      return digest === etag ? null : { bytes, etag: digest };
    },
    file(url, maxBytes) {
      const inside = /^\/\.well-known\/agent-skills\//.test(url) ? url.slice(26) : url;
      const names = inside.split("/");
      if (names.some((name) => !/^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/.test(name))) {
        const message = `The index names a file that does not lie beside it: "${url.slice(0, 200)}".`;
        throw new CapstanError("HUB_INVALID", message);
      }
      return readBounded(join(root, ...names), maxBytes);
    },
  };
}

/** A link that leads away is a file like any other here: its content has to fit a digest. */
async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path, "r").catch((cause: NodeJS.ErrnoException) => {
    const message = `There is no "${path}": this is no hub, or a part of it is missing.`;
    throw new CapstanError("HUB_INVALID", message, { cause });
  });
  try {
    const { size } = await file.stat();
    if (size > maxBytes) {
      throw new CapstanError("HUB_INVALID", `"${path}" has more than ${maxBytes} bytes.`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function webPlace(url: string, web: WebClient): HubPlace {
  const base = url.replace(/\/?(?:\.well-known\/agent-skills\/?(?:index\.json)?)?$/, "");
  const index = `${base}/${HUB_FOLDER}/${INDEX_FILE}`;
  return {
    async index(etag, call) {
      const headers: Record<string, string> = etag === null ? {} : { "if-none-match": etag };
      const answer = await fetchBytes(
        web,
        { url: index, maxBytes: MAX_INDEX_BYTES, headers },
        call,
      );
      return answer === null ? null : { bytes: answer.bytes, etag: answer.etag };
    },
    async file(named, maxBytes, call) {
      const href = URL.parse(named, index)?.href ?? "";
      const answer = await fetchBytes(web, { url: href, maxBytes, headers: {} }, call);
      if (answer === null) throw new CapstanError("HUB_INVALID", `${href} answered with nothing.`);
      return answer.bytes;
    },
  };
}
