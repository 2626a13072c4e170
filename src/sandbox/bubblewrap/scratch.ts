import { cp, lstat, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../../base/remove-folder.ts";
import type { Mount } from "../sandbox.ts";

/** What is mounted as scratch is copied, and the copy removed when the process has ended. */
export async function makeScratch(
  mounts: readonly Mount[],
): Promise<{ readonly mounts: readonly Mount[]; remove(): Promise<void> }> {
  if (!mounts.some(({ mode }) => mode === "scratch")) return { mounts, remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), "capstan-scratch-"));
  const remove = () => removeFolder(folder);
  try {
    const copied: Mount[] = [];
    for (const [index, mount] of mounts.entries()) {
      copied.push(
        mount.mode === "scratch" ? await copy(mount, join(folder, String(index))) : mount,
      );
    }
    return { mounts: copied, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copy({ source, target }: Mount, to: string): Promise<Mount> {
  // Were it a link, the copy would be one too, and lead to what was to be copied.
  await cp(await realpath(source), to, {
    recursive: true,
    // A link stays a link: followed here, it would bring in what it points to.
    verbatimSymlinks: true,
    preserveTimestamps: true,
    // Only folders, files and links: a pipe would be waited for. What has a name that is no UTF-8 is not
    // found by it, and left out.
    async filter(path) {
      const entry = await lstat(path).catch(() => undefined);
      return entry?.isDirectory() || entry?.isFile() || entry?.isSymbolicLink() || false;
    },
  });
  return { source: to, target, mode: "rw" };
}
