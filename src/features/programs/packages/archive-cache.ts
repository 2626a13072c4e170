import { createHash, hash as hashOf, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import { packageError } from "./package-error.ts";
import { MAX_ARCHIVE_BYTES } from "./registry.ts";
import { markUsed, tidyFolder } from "./tidy-folder.ts";

export type Archive = { readonly file: string; readonly bytes: Buffer };

export interface ArchiveCache {
  /** An archive with one of these hashes, measured now; undefined where there is none. */
  find(hashes: readonly string[]): Promise<Archive | undefined>;
  /** Keeps what comes, if it has one of these hashes; otherwise nothing of it is left. */
  keep(
    name: string,
    hashes: readonly string[],
    incoming: { readonly file: string; readonly bytes: AsyncIterable<Uint8Array> },
  ): Promise<Archive>;
  /** Removes archives that were not used for a month. */
  tidy(): Promise<void>;
}

const HASH = /^(sha256|sha512):([0-9a-f]+)$/;
const FILE = /^[A-Za-z0-9][\w.+!-]{0,250}$/;

/** Archives by their hashes. A second lock with the same package fetches nothing. */
export function createArchiveCache(folder: string, clock: Clock): ArchiveCache {
  const placeOf = (hash: string) => join(folder, hash.replace(":", "-"));

  async function readOne(hash: string): Promise<Archive | undefined> {
    const place = placeOf(hash);
    const [file] = await readdir(place).catch(() => []);
    if (file === undefined) return undefined;
    const bytes = await readFile(join(place, file));
    if (isHash(hash, bytes)) {
      await markUsed(place, clock.now());
      return { file, bytes };
    }
    // Changed by someone, or by the disk.
    await rm(place, { recursive: true, force: true });
    return undefined;
  }

  return {
    tidy: () => tidyFolder(folder, clock.now()),
    async find(hashes) {
      for (const hash of hashes) {
        const found = HASH.test(hash) ? await readOne(hash) : undefined;
        if (found) return found;
      }
      return undefined;
    },
    async keep(name, hashes, { file, bytes }) {
      if (!FILE.test(file)) throw packageError(`The archive of ${name} has no usable name.`);
      const { whole, hash } = await collect(name, hashes, bytes);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const beside = join(folder, `.new-${randomUUID()}`);
      try {
        await mkdir(beside, { mode: 0o700 });
        const handle = await open(join(beside, file), "wx", 0o400);
        await handle.writeFile(whole).finally(() => handle.close());
        // Another process may have kept the same bytes meanwhile.
        await rename(beside, placeOf(hash)).catch(() => {});
      } finally {
        await rm(beside, { recursive: true, force: true });
      }
      return { file, bytes: whole };
    },
  };
}

/** Hashed while it comes: bytes that are not those of the lock are never written. */
async function collect(
  name: string,
  hashes: readonly string[],
  incoming: AsyncIterable<Uint8Array>,
): Promise<{ readonly whole: Buffer; readonly hash: string }> {
  const [algorithm = "sha512"] = hashes[0]?.split(":") ?? [];
  const measured = createHash(algorithm);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.byteLength;
    if (size > MAX_ARCHIVE_BYTES) {
      throw packageError(`The archive of ${name} has more than ${MAX_ARCHIVE_BYTES} bytes.`);
    }
    measured.update(chunk);
    chunks.push(chunk);
  }
  const hash = `${algorithm}:${measured.digest("hex")}`;
  if (hashes.includes(hash)) return { whole: Buffer.concat(chunks, size), hash };
  const message = `The archive of ${name} does not have the hash of the lock. Nothing of it was used.`;
  throw packageError(message);
}

function isHash(hash: string, bytes: Uint8Array): boolean {
  const [, algorithm, hex] = HASH.exec(hash) ?? [];
  return algorithm !== undefined && hashOf(algorithm, bytes, "hex") === hex;
}
