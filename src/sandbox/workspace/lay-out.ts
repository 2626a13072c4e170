import { createHash, randomUUID } from "node:crypto";
import {
  type BigIntStats,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { open, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { foldersAbove } from "../../base/file-path.ts";
import { removeFolder } from "../../base/remove-folder.ts";
import type { SessionFile } from "../../schema/session-file.ts";
import type { FileReader } from "../../stores/readers/file-reader.ts";
import { OUTPUTS } from "../workspaces.ts";
import { type LaidOut, type Manifest, markOf, modeOf } from "./manifest.ts";
import { openSame, withPlace } from "./open-inside.ts";
import { digestOf, readOpen } from "./read-digest.ts";
import { type Found, isIgnored, walkFolder } from "./walk-folder.ts";

export type Place = {
  /** The folder that programs see. */
  readonly root: string;
  /** A folder of ours on the same disk, where a file is written before it takes its place. */
  readonly work: string;
};

/** What has to be done to a folder, so that it has the session's files and nothing else. */
export type Plan = {
  readonly remove: readonly Removal[];
  readonly folders: readonly string[];
  readonly write: readonly { readonly file: StoredFile; readonly found: Found | undefined }[];
  readonly reopen: readonly string[];
  /** What is right already. */
  readonly kept: Manifest;
  /** All folders that the session has. */
  readonly allFolders: ReadonlySet<string>;
  readonly bytes: number;
};

type Removal = {
  readonly path: string;
  readonly isFolder: boolean;
  /** Its name, where that is no UTF-8. */
  readonly bytes?: Buffer;
};

type StoredFile = SessionFile & { readonly digest: string };

const FOLDER_MODE = 0o700n;
const ALL_BITS = 0o7777n;
const AT_ONCE = 8;
const PAGE = 2_000;
const OUTPUTS_PATH = `/${OUTPUTS}`;

/** Compares the session's files with the folder, and changes nothing. */
export async function planLayout(
  files: FileReader,
  sessionId: string,
  { root }: Place,
  manifest: Manifest,
): Promise<Plan> {
  const stored = await storedFiles(files, sessionId);
  const folders = new Set([OUTPUTS_PATH]);
  const wanted = new Map<string, StoredFile>();
  for (const file of stored) {
    for (const folder of foldersAbove(file.path)) folders.add(folder);
    if (file.digest === null) folders.add(file.path);
    else wanted.set(file.path, { ...file, digest: file.digest });
  }
  const allFolders = new Set(folders);
  const kept: Manifest = new Map();
  const remove: Removal[] = [];
  const reopen: string[] = [];
  const differs = new Map<string, Found>();
  const isGone = goneWith(remove);
  await walkFolder(root, (path, found) => {
    if (isGone(path)) return;
    if (found.kind === "folder" && !found.bytes && folders.delete(path)) {
      if ((found.stats.mode & ALL_BITS) !== FOLDER_MODE) reopen.push(path);
      return;
    }
    const file = found.bytes ? undefined : wanted.get(path);
    if (!file || found.kind !== "file") {
      const { bytes, stats } = found;
      remove.push({ path, isFolder: stats.isDirectory(), ...(bytes && { bytes }) });
      return;
    }
    const known = manifest.get(path);
    if (known && isSame(known, file, found.stats)) {
      kept.set(path, known);
      wanted.delete(path);
    } else differs.set(path, found);
  });
  const write = [...wanted.values()].map((file) => ({ file, found: differs.get(file.path) }));
  const bytes = stored.reduce((sum, { size }) => sum + size, 0);
  return { remove, folders: [...folders].sort(), write, reopen, kept, allFolders, bytes };
}

export function isDone({ remove, folders, write, reopen }: Plan): boolean {
  return remove.length + folders.length + write.length + reopen.length === 0;
}

/** Answers what lies there then. Whoever does this holds the session's lease. */
export async function carryOut(files: FileReader, place: Place, plan: Plan): Promise<Manifest> {
  const { root } = place;
  for (const path of plan.reopen) await withPlace(root, path, (at) => chmodSync(at, 0o700));
  for (const one of plan.remove) await withPlace(root, one.path, (at) => removeEntry(at, one));
  for (const path of plan.folders) await withPlace(root, path, (at) => mkdirSync(at, 0o700));
  const manifest: Manifest = new Map(plan.kept);
  for (let at = 0; at < plan.write.length; at += AT_ONCE) {
    await Promise.all(
      plan.write.slice(at, at + AT_ONCE).map(async ({ file, found }) => {
        const laidOut =
          (found && (await adopt(root, file, found.stats))) ?? (await write(files, place, file));
        manifest.set(file.path, laidOut);
      }),
    );
  }
  return manifest;
}

async function removeEntry(at: string, { isFolder, bytes }: Removal): Promise<void> {
  if (bytes) {
    const entry = Buffer.concat([Buffer.from(`${dirname(at)}/`), bytes]);
    return rm(entry, { recursive: true, force: true });
  }
  return isFolder ? removeFolder(at) : unlink(at);
}

/** The bytes may be right although nobody wrote that down: a process died before it could. */
async function adopt(
  root: string,
  { path, digest, size, executable }: StoredFile,
  seen: BigIntStats,
): Promise<LaidOut | undefined> {
  if (seen.size !== BigInt(size)) return undefined;
  return withPlace(root, path, async (at) => {
    const descriptor = openSame(at, seen);
    if (descriptor === undefined) return undefined;
    if ((await digestOf(readOpen(descriptor))) !== digest) return undefined;
    chmodSync(at, modeOf(executable));
    return { digest, executable, mark: markOf(lstatSync(at, { bigint: true })) };
  });
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;

/** Beside the folder, and then to its place at once: there is never half a file. */
async function write(
  files: FileReader,
  { root, work }: Place,
  { path, digest, executable }: StoredFile,
): Promise<LaidOut> {
  const beside = join(work, randomUUID());
  const handle = await open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    const hash = createHash("sha256");
    for (let index = 0; ; index++) {
      const piece = await files.chunk(digest, index);
      if (!piece) break;
      hash.update(piece);
      await handle.writeFile(piece);
    }
    if (`sha256:${hash.digest("hex")}` !== digest) {
      throw new CapstanError("INTERNAL", `The content of ${path} is not what it was.`);
    }
    await handle.chmod(modeOf(executable));
    return await withPlace(root, path, (at) => {
      renameSync(beside, at);
      return { digest, executable, mark: markOf(lstatSync(at, { bigint: true })) };
    });
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function isSame(known: LaidOut, { digest, executable }: StoredFile, stats: BigIntStats): boolean {
  return known.digest === digest && known.executable === executable && known.mark === markOf(stats);
}

/** What lies in a folder that goes, goes with it: it follows that folder in a walk. */
function goneWith(remove: readonly Removal[]) {
  return (path: string) => {
    const last = remove.at(-1);
    return last?.isFolder === true && path.startsWith(`${last.path}/`);
  };
}

async function storedFiles(files: FileReader, sessionId: string): Promise<SessionFile[]> {
  const all: SessionFile[] = [];
  for (let after = ""; ; ) {
    const page = await files.list(sessionId, "/", { deep: true, after, limit: PAGE });
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.path;
  }
  return all.filter(({ path }) => !isIgnored(path));
}
