import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import { createReadyFolders, lookAtFolder, type ReadyFolder } from "../../bundles/ready-folders.ts";
import { removeTree } from "../../bundles/write-tree.ts";
import { packageError } from "./package-error.ts";
import { createPackageTree, measureTree, type PackageTree } from "./package-tree.ts";
import { markUsed, tidyFolder } from "./tidy-folder.ts";

export interface Layouts {
  /**
   * The folder of this name, filled when it is not there. In each process its bytes are compared with
   * what was written before it is used first; a folder that was changed is filled anew.
   */
  open(name: string, fill: (tree: PackageTree) => Promise<void>): Promise<string>;
  /** Removes folders that no process has opened for a month. */
  tidy(): Promise<void>;
}

const MAX_ATTEMPTS = 3;
const TREE = "tree";
const MEASURED = "digest";

/** Folders of packages, each complete or not there at all. */
export function createLayouts(folder: string, clock: Clock): Layouts {
  const ready = createReadyFolders();

  async function prepare(
    name: string,
    fill: (tree: PackageTree) => Promise<void>,
  ): Promise<ReadyFolder> {
    const place = join(folder, name);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const found = await lookAtFolder(place);
      if (found && (await isUnchanged(place))) {
        await markUsed(place, clock.now());
        return found;
      }
      if (found) await discard(folder, place);
      const made = await make(place, fill);
      if (made) return made;
    }
    throw packageError(
      "The unpacked packages keep being changed. Find the program that changes them.",
    );
  }

  /** Beside its place, and then moved there at once. Undefined where another process was first. */
  async function make(
    place: string,
    fill: (tree: PackageTree) => Promise<void>,
  ): Promise<ReadyFolder | undefined> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const beside = join(folder, `.new-${randomUUID()}`);
    try {
      const tree = await createPackageTree(join(beside, TREE));
      await fill(tree);
      await writeFile(join(beside, MEASURED), await tree.close(), { mode: 0o444 });
      await rename(beside, place);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
      return undefined;
    } finally {
      await removeTree(beside);
    }
    return lookAtFolder(place);
  }

  return {
    open: async (name, fill) => join(await ready.open(name, () => prepare(name, fill)), TREE),
    async tidy() {
      // Programs may run from them as long as this process does.
      for (const name of ready.names()) await markUsed(join(folder, name), clock.now());
      await tidyFolder(folder, clock.now());
    },
  };
}

async function isUnchanged(place: string): Promise<boolean> {
  try {
    const written = await readFile(join(place, MEASURED), "utf8");
    return (await measureTree(join(place, TREE))) === written;
  } catch {
    return false;
  }
}

async function discard(folder: string, place: string): Promise<void> {
  const aside = join(folder, `.old-${randomUUID()}`);
  await chmod(place, 0o700).catch(() => {});
  await rename(place, aside).catch(() => {});
  await removeTree(aside);
}
