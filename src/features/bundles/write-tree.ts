import { constants } from "node:fs";
import { chmod, mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BundleFile } from "../../schema/bundle.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
/** Each waits for the disk. */
const AT_ONCE = 16;

/** Writes files below a folder that is not there yet. All of it is on the disk, and read-only, after. */
export async function writeTree(
  folder: string,
  files: readonly BundleFile[],
  contentOf: (file: BundleFile) => Promise<Uint8Array>,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const below = new Set<string>();
  for (const { path } of files) {
    for (let at = dirname(path); at !== "."; at = dirname(at)) below.add(at);
  }
  const folders = [...below].sort();
  for (const each of folders) await mkdir(join(folder, each), { mode: 0o700 });
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await Promise.all(
      files.slice(at, at + AT_ONCE).map(async (file) => {
        const bytes = await contentOf(file);
        await writeFile(join(folder, file.path), bytes, file.executable ? 0o555 : 0o444);
      }),
    );
  }
  for (const each of folders.reverse()) await closeFolder(join(folder, each));
  await closeFolder(folder);
}

async function writeFile(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(path, NEW_FILE, 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function closeFolder(path: string): Promise<void> {
  await chmod(path, 0o555);
  await syncFolder(path);
}

export async function syncFolder(path: string): Promise<void> {
  // Windows has no such thing.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Also where its folders are read-only. */
export async function removeTree(path: string): Promise<void> {
  await makeWritable(path).catch(() => {});
  await rm(path, { recursive: true, force: true });
}

async function makeWritable(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true });
  await chmod(path, 0o700);
  for (const entry of entries) {
    if (entry.isDirectory()) await makeWritable(join(path, entry.name));
  }
}
