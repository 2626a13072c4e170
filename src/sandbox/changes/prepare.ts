import { linkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Remark } from "../../schema/change-set.ts";
import type { BytePath, EntryState } from "../changes.ts";
import { bytesOf, parentOf } from "./byte-path.ts";
import { modeOf, stampOf } from "./entry-state.ts";
import { isAs } from "./is-as.ts";
import { type Manifest, type StoredChange, syncPath, writeManifest } from "./set-folder.ts";
import { syncFileSystem } from "./sync-file-system.ts";
import { takeTurns } from "./take-turns.ts";
import { copyFile, giveTo, isClosed, SYNC_ONE_BY_ONE, type Target } from "./target.ts";
import { codeOf, type Tree } from "./tree.ts";

/** The paths that are no longer as they were measured. With one of them nothing is done. */
export async function findConflicts(
  { tree }: Target,
  { changes }: Manifest,
): Promise<readonly Remark[]> {
  const madeFolders = new Set(
    changes.flatMap(({ path, after }) => (after?.kind === "folder" ? [path] : [])),
  );
  const conflicts: Remark[] = [];
  const turn = takeTurns();
  for (const { path, before, conflict } of changes) {
    await turn();
    const why = conflict ?? (await whyChanged(path, before));
    if (why !== undefined) conflicts.push({ path, why });
  }
  return conflicts;

  async function whyChanged(path: BytePath, before: EntryState | null) {
    try {
      const now = tree.look(path);
      if (!(await isAs(tree, path, before, { exact: true, now }))) {
        if (!now) return "It was removed in the meantime.";
        return before ? "It was changed in the meantime." : "It was made in the meantime.";
      }
      const parent = parentOf(path);
      const hasPlace = madeFolders.has(parent) || tree.look(parent)?.isDirectory();
      return hasPlace ? undefined : "Its folder was removed in the meantime.";
    } catch (error) {
      if (codeOf(error) !== "EACCES") throw error;
      return "Capstan may not read it. Open it to yourself, then run the call again.";
    }
  }
}

/**
 * Keeps what is there, and brings all that follows needs to the disk. Nothing of the person's has changed
 * after it; what a crash leaves of it is made anew.
 */
export async function prepare(
  target: Target,
  contents: Tree,
  { folder, changes }: { readonly folder: string; readonly changes: readonly StoredChange[] },
): Promise<Manifest> {
  const copied: string[] = [];
  const stored: StoredChange[] = [];
  const turn = takeTurns();
  for (const [index, change] of changes.entries()) {
    await turn();
    const { from, after, before, path } = change;
    if (from !== undefined && after) giveTo(contents.atOf(from), after);
    if (!before || before.kind === "folder") {
      stored.push(change);
      continue;
    }
    const pre = `/pre/${index}`;
    if (keepOld(target, path, { before, to: join(folder, pre) })) copied.push(join(folder, pre));
    // A second name moves the file's ctime: its stamp is taken anew.
    const now = target.tree.look(path);
    stored.push({
      ...change,
      before: { ...before, stamp: now ? stampOf(now) : before.stamp },
      pre,
    });
  }
  const manifest = { changes: stored, closed: closedParents(target, stored) };

  const made = stored.filter(({ after, from }) => after?.kind === "file" && from !== undefined);
  const isWhole = made.length > SYNC_ONE_BY_ONE && (await syncFileSystem(contents.folderOf("")));
  if (!isWhole) {
    for (const { from = "" } of made) syncPath(contents.atOf(from));
    for (const path of copied) syncPath(path);
  }
  syncPath(join(folder, "pre"));
  writeManifest(folder, manifest);
  return manifest;
}

/** Whether it had to be copied: a second name costs nothing. */
function keepOld(
  { tree }: Target,
  path: BytePath,
  { before, to }: { readonly before: EntryState; readonly to: string },
): boolean {
  rmSync(to, { force: true });
  if (before.kind === "link") {
    symlinkSync(bytesOf(before.target ?? ""), to);
    return false;
  }
  try {
    linkSync(tree.atOf(path), to);
    return false;
  } catch (error) {
    // Another file system, too many names, or a file of another owner.
    if (!["EXDEV", "EMLINK", "EPERM", "EACCES"].includes(codeOf(error) ?? "")) throw error;
    copyFile(tree, path, Buffer.from(to), before);
    return true;
  }
}

function closedParents({ tree }: Target, changes: readonly StoredChange[]): Manifest["closed"] {
  const parents = new Set(changes.map(({ path }) => parentOf(path)));
  return [...parents].sort().flatMap((path) => {
    const stats = tree.look(path);
    return stats?.isDirectory() && isClosed(stats) ? [[path, modeOf(stats)] as const] : [];
  });
}
