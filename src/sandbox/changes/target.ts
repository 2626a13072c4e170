import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lchownSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import type { OpenedFolder } from "../../schema/change-set.ts";
import type { BytePath, EntryState } from "../changes.ts";
import { bytesOf, parentOf } from "./byte-path.ts";
import type { StoredChange } from "./set-folder.ts";
import { syncFileSystem } from "./sync-file-system.ts";
import { codeOf, openTreeAt, type Tree, unlessAbsent } from "./tree.ts";

export type Target = ReturnType<typeof openTarget>;

const IS_ROOT = process.getuid?.() === 0;
/** So many files are synced one by one; above, the whole file system is. */
export const SYNC_ONE_BY_ONE = 64;

/** The person's folder, and the steps in which changes are made to it. `contents` is the set's folder. */
export function openTarget(folder: OpenedFolder, contents: Tree, setId: string) {
  const tree = openTreeAt(folder.root, { identity: folder });
  const touched = new Set<BytePath>();

  const temporary = (path: BytePath, index: number) =>
    tree.atOf(`${parentOf(path)}/.capstan-${setId}-${index}`);

  /** A new name never replaces one that the person has just made: link(2) fails then. */
  function settle(from: Buffer, path: BytePath, isNew: boolean): void {
    const to = tree.atOf(path);
    if (!isNew) {
      renameSync(from, to);
      return;
    }
    linkSync(from, to);
    unlinkSync(from);
  }

  return {
    tree,
    close: tree.close,
    place({ path, before, after, from }: StoredChange & { after: EntryState }, index: number) {
      touched.add(parentOf(path));
      if (after.kind === "link") {
        rmSync(temporary(path, index), { force: true });
        symlinkSync(bytesOf(after.target ?? ""), temporary(path, index));
        giveTo(temporary(path, index), after);
        settle(temporary(path, index), path, before === null);
        return;
      }
      try {
        settle(contents.atOf(from ?? ""), path, before === null);
      } catch (error) {
        if (codeOf(error) !== "EXDEV") throw error;
        copyFile(contents, from ?? "", temporary(path, index), after);
        settle(temporary(path, index), path, before === null);
      }
    },
    /** What an attempt that was cut short has left. */
    dropTemporary(path: BytePath, index: number): void {
      unlessAbsent(() => rmSync(temporary(path, index), { force: true }));
    },
    makeFolder(path: BytePath, after: EntryState): void {
      touched.add(parentOf(path));
      mkdirSync(tree.atOf(path), 0o700);
      if (IS_ROOT) fchownSync(tree.folderOf(path), after.owner.uid, after.owner.gid);
    },
    setMode(path: BytePath, mode: number): void {
      touched.add(path);
      fchmodSync(tree.folderOf(path), mode);
    },
    removeFile(path: BytePath): void {
      touched.add(parentOf(path));
      unlinkSync(tree.atOf(path));
    },
    removeFolder(path: BytePath): void {
      touched.add(parentOf(path));
      tree.forget(path);
      rmdirSync(tree.atOf(path));
    },
    /** After it the changes survive a cut of the power. */
    async sync(changes: number): Promise<void> {
      if (changes > SYNC_ONE_BY_ONE && (await syncFileSystem(tree.folderOf("")))) return;
      for (const path of touched) unlessAbsent(() => fsyncSync(tree.folderOf(path)));
    },
  };
}

/** A copy with the mode, the owner and the times of its source; it is on the disk afterwards. */
export function copyFile(
  source: Tree,
  from: BytePath,
  to: Buffer,
  { mode, owner }: EntryState,
): void {
  rmSync(to, { force: true });
  const descriptor = source.openFile(from);
  try {
    copyFileSync(`/proc/self/fd/${descriptor}`, to, constants.COPYFILE_FICLONE);
  } finally {
    closeSync(descriptor);
  }
  const stats = source.look(from);
  if (IS_ROOT) lchownSync(to, owner.uid, owner.gid);
  chmodSync(to, 0o600);
  if (stats) utimesSync(to, Number(stats.atimeNs) / 1e9, Number(stats.mtimeNs) / 1e9);
  const copy = openSync(to, "r");
  try {
    fchmodSync(copy, mode);
    fsyncSync(copy);
  } finally {
    closeSync(copy);
  }
}

/** Programs of a root server make files that belong to root: the person gets them. */
export function giveTo(at: Buffer, { owner }: EntryState): void {
  if (IS_ROOT) lchownSync(at, owner.uid, owner.gid);
}

/** Its owner cannot do everything in this folder. */
export function isClosed(stats: { readonly mode: bigint }): boolean {
  return (Number(stats.mode) & 0o700) !== 0o700;
}
