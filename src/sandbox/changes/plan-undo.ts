import { linkSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { type ChangeSet, MAX_UNDONE, type Remark } from "../../schema/change-set.ts";
import type { BytePath, EntryState, Judgement } from "../changes.ts";
import { bytePathOf, bytesOf } from "./byte-path.ts";
import { inOrder, movesIn } from "./difference.ts";
import { contentStampOf, readState } from "./entry-state.ts";
import { isAs } from "./is-as.ts";
import { judgeChanges } from "./judge-changes.ts";
import { type Manifest, readManifest, type StoredChange } from "./set-folder.ts";
import { takeTurns } from "./take-turns.ts";
import { copyFile } from "./target.ts";
import { codeOf, openTreeAt, type Tree } from "./tree.ts";
import { treeWith } from "./tree-after.ts";

/** A change to be taken back, and the set whose folder has its old content. */
type Owed = StoredChange & { readonly setFolder: string };

type Options = {
  readonly sets: readonly ChangeSet[];
  readonly folderOf: (id: string) => string;
  /** The folder of the new set. */
  readonly to: string;
};

type Inverse = {
  readonly changes: readonly StoredChange[];
  readonly conflicts: readonly Remark[];
  readonly judgement: Judgement;
};

/**
 * The inverse of several sets together: one change for each path, from what is there now to what was there
 * before the first of them, whatever lay between.
 */
export async function planInverse({ sets, folderOf, to }: Options): Promise<Inverse> {
  const [first] = sets;
  if (sets.length > MAX_UNDONE) {
    const why = `At most ${MAX_UNDONE} change sets are undone at once. Undo the newest ones first.`;
    throw new CapstanError("CHANGES_TOO_LARGE", why);
  }
  if (!first) throw new CapstanError("STATE_CONFLICT", "There is nothing to undo.");
  const owed = fold(sets, folderOf);
  const tree = openTreeAt(first.folder.root, { identity: first.folder });
  const changes: StoredChange[] = [];
  const conflicts: Remark[] = [];
  mkdirSync(join(to, "content"), { recursive: true, mode: 0o700 });
  mkdirSync(join(to, "pre"), { recursive: true, mode: 0o700 });
  const contents = openTreeAt(to, { isOurs: true });
  try {
    const turn = takeTurns();
    for (const path of inOrder([...owed.keys()])) {
      await turn();
      const change = owed.get(path);
      if (!change || (await isAs(tree, path, change.before, { exact: true }))) continue;
      const inverse = await invert(tree, change, { contents, to, index: changes.length });
      if ("why" in inverse) conflicts.push(inverse);
      else changes.push(inverse);
    }
    const moves = movesIn(changes);
    const after = treeWith(tree, contents, changes);
    const judgement = judgeChanges(first.folder.root, { changes, moves }, after);
    return { changes, conflicts, judgement };
  } finally {
    tree.close();
    contents.close();
  }
}

function fold(sets: readonly ChangeSet[], folderOf: Options["folderOf"]): Map<BytePath, Owed> {
  const owed = new Map<BytePath, Owed>();
  for (const set of sets.toSorted((one, other) => one.order - other.order)) {
    const setFolder = folderOf(set.id);
    const manifest: Manifest = readManifest(setFolder, set);
    const left = new Set(manifest.left);
    for (const change of manifest.changes) {
      if (left.has(change.path)) continue;
      const earlier = owed.get(change.path);
      owed.set(change.path, { ...(earlier ?? { ...change, setFolder }), after: change.after });
    }
  }
  return owed;
}

type Place = { readonly contents: Tree; readonly to: string; readonly index: number };

async function invert(
  tree: Tree,
  { path, before, after, pre, setFolder }: Owed,
  { contents, to, index }: Place,
): Promise<StoredChange | Remark> {
  const now = tree.look(path);
  if (!(await isAs(tree, path, after, { now }))) return { path, why: "It was changed since." };
  const inverse: StoredChange = {
    path,
    before: now ? await readState(tree, path, now) : null,
    after: before,
  };
  if (before?.kind !== "file") return inverse;
  const from = bytePathOf(`/content/${index}`);
  const isWhole =
    pre !== undefined && (await takeOld({ setFolder, pre, before, to, contents, from }));
  if (!isWhole) return { path, why: "The stored copy of it was changed or removed." };
  const stats = contents.look(from);
  return { ...inverse, from, ...(stats && { contentStamp: contentStampOf(stats) }) };
}

type Old = {
  readonly setFolder: string;
  readonly pre: BytePath;
  readonly before: EntryState;
  readonly to: string;
  readonly contents: Tree;
  readonly from: BytePath;
};

/** A program that had the old file open may have written to it after it was kept. */
async function takeOld({ setFolder, pre, before, to, contents, from }: Old): Promise<boolean> {
  const old = openTreeAt(setFolder, { isOurs: true });
  try {
    const stats = old.look(pre);
    if (!stats || (await readState(old, pre, stats)).digest !== before.digest) return false;
    const target = bytesOf(`${bytePathOf(to)}${from}`);
    try {
      linkSync(old.atOf(pre), target);
    } catch (error) {
      if (!["EMLINK", "EPERM"].includes(codeOf(error) ?? "")) throw error;
      copyFile(old, pre, target, before);
    }
    return contents.look(from) !== undefined;
  } finally {
    old.close();
  }
}
