import { randomUUID } from "node:crypto";
import { chmod, lstat, readdir, rename, rm, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes a folder that a stranger's program has filled and that nobody changes any more. Links are
 * not followed. Folders may be closed to us, or so deep that no path leads to the last of them.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await flatten(folder);
    await rmdir(folder);
  }
}

/** Each folder in it is opened, its folders are moved up beside it, and it is removed. */
async function flatten(root: string): Promise<void> {
  await chmod(root, 0o700);
  const prefix = `${randomUUID()}-`;
  let moved = 0;
  for (let names = await readdir(root); names.length > 0; names = await readdir(root)) {
    for (const name of names) {
      const path = join(root, name);
      await unlessGone(async () => {
        if (!(await isFolder(path))) return unlink(path);
        await chmod(path, 0o700);
        for (const inner of await readdir(path)) {
          await unlessGone(async () => {
            const innerPath = join(path, inner);
            if (!(await isFolder(innerPath))) return unlink(innerPath);
            await chmod(innerPath, 0o700);
            await rename(innerPath, join(root, `${prefix}${moved++}`));
          });
        }
        await rmdir(path);
      });
    }
  }
}

/** `rm` ends with its first error while its other removals still run. */
async function unlessGone(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path)).isDirectory();
}
