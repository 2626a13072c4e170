import type { BigIntStats } from "node:fs";
import type { BytePath, EntryState } from "../changes.ts";
import { contentStampOf, isSameState, kindOf, modeOf, readState, stampOf } from "./entry-state.ts";
import type { StoredChange } from "./set-folder.ts";
import type { Tree } from "./tree.ts";

/** Whether a path is as it was, or as it is to be. Modes of folders count only where `exact`. */
export async function isAs(
  tree: Tree,
  path: BytePath,
  wanted: EntryState | null,
  { exact = false, now = tree.look(path) }: { exact?: boolean; now?: BigIntStats | undefined } = {},
): Promise<boolean> {
  if (!now || !wanted) return !now && !wanted;
  if (kindOf(now) !== wanted.kind) return false;
  if (wanted.kind === "folder") return !exact || modeOf(now) === wanted.mode;
  if (wanted.stamp === stampOf(now)) return true;
  if (wanted.kind === "file" && Number(now.size) !== wanted.size) return false;
  if (modeOf(now) !== wanted.mode && wanted.kind === "file") return false;
  return isSameState(await readState(tree, path, now), wanted);
}

/** The same for what a change makes: a file that was moved here is known without reading it. */
export async function isDone(tree: Tree, { path, after, contentStamp }: StoredChange) {
  const now = tree.look(path);
  const isMoved =
    now !== undefined &&
    after?.kind === "file" &&
    contentStamp === contentStampOf(now) &&
    modeOf(now) === after.mode;
  return isMoved || (await isAs(tree, path, after, { now }));
}
