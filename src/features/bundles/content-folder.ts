import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Bundle } from "../../schema/bundle.ts";
import type { Store } from "../../stores/store.ts";
import { readFolder } from "./read/read-folder.ts";
import { BUNDLE_LIMITS } from "./read-bundle.ts";
import { createReadyFolders, lookAtFolder, type ReadyFolder } from "./ready-folders.ts";
import { readContent, requireBundle } from "./stored-bundle.ts";
import { removeTree, syncFolder, writeTree } from "./write-tree.ts";

export type ContentFolder = {
  /**
   * The path of a folder that has exactly the files of a bundle, read-only. The first time in this
   * process each byte of it is compared with the digest; a folder that was changed is thrown away, and
   * laid out anew from the store.
   */
  layOut(digest: string): Promise<string>;
  /** Removes what was laid out of bundles that the store no longer has. */
  tidy(): Promise<void>;
};

type Options = {
  readonly store: Pick<Store, "bundles" | "files">;
  readonly clock: Clock;
  /** Made when it is first needed. One on each machine; its processes share it. */
  readonly folder: string;
};

const MAX_ATTEMPTS = 5;
/** Left by a process that died: while one is at work, its folder is younger. */
const LEFT_BEHIND_MS = 3_600_000;
const IN_WORK = /^\.(?:new|old)-/;
const LAID_OUT = /^[0-9a-f]{64}$/;

export function createContentFolder({ store, clock, folder }: Options): ContentFolder {
  const ready = createReadyFolders();

  async function prepare(digest: string): Promise<ReadyFolder> {
    const path = join(folder, folderName(digest));
    const bundle = await requireBundle(store.bundles, digest);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const found = await lookAtFolder(path);
      if (found && (await isUnchanged(path, bundle))) return found;
      if (found) await discard(path);
      await write(path, bundle);
    }
    const message = "The unpacked files keep being changed. Find the program that changes them.";
    throw new CapstanError("BUNDLE_CHANGED", message, { details: { digest } });
  }

  /** Beside its place, and then moved there at once. Another process may have been first. */
  async function write(path: string, { files }: Bundle): Promise<void> {
    const beside = join(folder, `.new-${randomUUID()}`);
    try {
      await writeTree(beside, files, (file) => readContent(store.files, file));
      await rename(beside, path);
      await syncFolder(folder);
    } catch (error) {
      await removeTree(beside);
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "ENOTDIR") throw error;
    }
  }

  /** Gone from its place at once, whatever is in it. */
  async function discard(path: string): Promise<void> {
    const aside = join(folder, `.old-${randomUUID()}`);
    try {
      await rename(path, aside);
    } catch (error) {
      // Another process was first.
      if (await lookAtFolder(path)) throw error;
      return;
    }
    await removeTree(aside);
  }

  return {
    layOut: (digest) => ready.open(digest, () => prepare(digest)),
    async tidy() {
      // What is there now was laid out of a bundle that the list below has, unless it was dropped.
      const names = await readdir(folder).catch(() => []);
      const bundles = await store.bundles.list();
      const kept = new Set(bundles.map(({ digest }) => digest.replace("sha256:", "")));
      for (const name of names) {
        const path = join(folder, name);
        if (IN_WORK.test(name)) {
          const { mtimeMs } = (await lstat(path).catch(() => undefined)) ?? { mtimeMs: Infinity };
          if (mtimeMs < clock.now() - LEFT_BEHIND_MS) await removeTree(path);
        } else if (LAID_OUT.test(name) && !kept.has(name)) await discard(path);
      }
    },
  };
}

async function isUnchanged(path: string, { digest, files }: Bundle): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return false;
  const bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
  const limits = {
    files: Math.max(BUNDLE_LIMITS.files, files.length),
    bytes,
    depth: Math.max(...files.map((file) => file.path.split("/").length)),
  };
  try {
    const { bundle, leftOut } = await readFolder(path, limits);
    // What a bundle cannot have was put there by someone.
    return bundle.digest === digest && leftOut.length === 0;
  } catch (error) {
    if (error instanceof CapstanError) return false;
    throw error;
  }
}

function folderName(digest: string): string {
  const [, hex = ""] = digest.split(":");
  if (LAID_OUT.test(hex) && digest === `sha256:${hex}`) return hex;
  throw new CapstanError("BUNDLE_NOT_FOUND", "This is not the digest of a bundle.");
}
