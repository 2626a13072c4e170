import { createHash, hash as hashOf, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import { sha256 } from "../../../base/digest.ts";
import type { LockedEntry } from "./closure.ts";
import { packageError } from "./package-error.ts";
import { MAX_ARCHIVE_BYTES } from "./registry.ts";
import { markUsed, tidyFolder } from "./tidy-folder.ts";

export type Archive = { readonly file: string; readonly bytes: Buffer };

/** A lock says a name and a hash: the registry has confirmed that they belong together. */
export type Wanted = Pick<LockedEntry, "name" | "version" | "hashes">;

export interface ArchiveCache {
  /** The archive of a package, with its hash measured now; undefined where there is none. */
  find(wanted: Wanted): Promise<Archive | undefined>;
  /** Keeps what comes, if it has a hash of the package, and answers its bytes. Otherwise nothing is left. */
  keep(
    wanted: Wanted,
    incoming: { readonly file: string; readonly bytes: AsyncIterable<Uint8Array> },
  ): Promise<number>;
  /** Removes archives that were not used for a month. */
  tidy(): Promise<void>;
}

const HASH = /^(sha256|sha512):([0-9a-f]+)$/;
const FILE = /^[A-Za-z0-9][\w.+!-]{0,250}$/;

/** Archives by their hashes. A second lock with the same package fetches nothing. */
export function createArchiveCache(folder: string, clock: Clock): ArchiveCache {
  // An archive under another name would be another package than the one that was shown.
  const placeOf = ({ name, version }: Wanted, hash: string) =>
    join(folder, `${hash.replace(":", "-")}-${sha256(`${name}@${version}`).slice(0, 16)}`);

  async function readOne(wanted: Wanted, hash: string): Promise<Archive | undefined> {
    const place = placeOf(wanted, hash);
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
    async find(wanted) {
      for (const hash of wanted.hashes) {
        const found = HASH.test(hash) ? await readOne(wanted, hash) : undefined;
        if (found) return found;
      }
      return undefined;
    },
    async keep(wanted, { file, bytes }) {
      const { hashes } = wanted;
      const name = `${wanted.name} ${wanted.version}`;
      if (!FILE.test(file)) throw packageError(`The archive of ${name} has no usable name.`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const beside = join(folder, `.new-${randomUUID()}`);
      try {
        await mkdir(beside, { mode: 0o700 });
        const { hash, size } = await save(name, join(beside, file), algorithmOf(hashes), bytes);
        if (!hashes.includes(hash)) {
          const message = `The archive of ${name} does not have the hash of the lock. Nothing of it was used.`;
          throw packageError(message);
        }
        // Another process may have kept the same bytes meanwhile.
        await rename(beside, placeOf(wanted, hash)).catch(() => {});
        return size;
      } finally {
        await rm(beside, { recursive: true, force: true });
      }
    },
  };
}

/** Hashed while it is written: archives of many megabytes are never whole in memory here. */
async function save(
  name: string,
  path: string,
  algorithm: string,
  incoming: AsyncIterable<Uint8Array>,
): Promise<{ readonly hash: string; readonly size: number }> {
  const measured = createHash(algorithm);
  let size = 0;
  const handle = await open(path, "wx", 0o400);
  try {
    for await (const chunk of incoming) {
      size += chunk.byteLength;
      if (size > MAX_ARCHIVE_BYTES) {
        throw packageError(`The archive of ${name} has more than ${MAX_ARCHIVE_BYTES} bytes.`);
      }
      measured.update(chunk);
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  return { hash: `${algorithm}:${measured.digest("hex")}`, size };
}

/** All hashes of one package are of one kind. */
function algorithmOf(hashes: readonly string[]): string {
  return HASH.exec(hashes[0] ?? "")?.[1] ?? "sha512";
}

function isHash(hash: string, bytes: Uint8Array): boolean {
  const [, algorithm, hex] = HASH.exec(hash) ?? [];
  return algorithm !== undefined && hashOf(algorithm, bytes, "hex") === hex;
}
