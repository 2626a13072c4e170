import type { Remark } from "../../schema/change-set.ts";
import type { EntryState } from "../changes.ts";
import { isWithin } from "./byte-path.ts";
import { modeOf } from "./entry-state.ts";
import { isAs, isDone } from "./is-as.ts";
import type { Manifest, StoredChange } from "./set-folder.ts";
import { takeTurns } from "./take-turns.ts";
import type { Target } from "./target.ts";
import { codeOf, type Tree, unlessAbsent } from "./tree.ts";

type Placed = StoredChange & { readonly after: EntryState };

/** The person did something here just now: it stays, and is told. */
const REMARKS: Readonly<Record<string, string>> = {
  ENOENT: "Its folder was removed.",
  ENOTDIR: "Its folder was replaced.",
  ELOOP: "Its folder was replaced by a link.",
  EEXIST: "It was made by another program.",
  EISDIR: "It was replaced by a folder.",
  ENOTEMPTY: "Something was put into it.",
};
const CHANGED = "It was changed by another program.";

/**
 * Makes the changes, from wherever an earlier attempt was cut short. There is no log of steps: each path is
 * as after, and done; or as before, and is changed; or else the person's, and is told.
 */
export async function reach(
  target: Target,
  contents: Tree,
  { changes, closed }: Manifest,
): Promise<readonly Remark[]> {
  const { tree } = target;
  const left = new Map<string, Remark>();
  const tell = (path: string, why: string) => left.set(path, { path, why });
  const turn = takeTurns();
  const inward = [...changes].reverse();
  const cleared = changes
    .filter(({ before, after }) => before && after && isFolder(before) !== isFolder(after))
    .map(({ path }) => path);
  const isCleared = (path: string) => cleared.some((folder) => isWithin(path, folder));

  async function attempt(path: string, step: () => void | Promise<void>): Promise<void> {
    await turn();
    try {
      await step();
    } catch (error) {
      const why = REMARKS[codeOf(error) ?? ""];
      if (why === undefined) throw error;
      tell(path, why);
    }
  }

  const remove = ({ path, before }: StoredChange) =>
    attempt(path, async () => {
      const now = tree.look(path);
      if (!now) return;
      if (!(await isAs(tree, path, before, { now }))) tell(path, CHANGED);
      else if (isFolder(before)) target.removeFolder(path);
      else target.removeFile(path);
    });

  const place = (change: Placed, index: number) =>
    attempt(change.path, async () => {
      const { path, before, from, after } = change;
      target.dropTemporary(path, index);
      if (await isDone(tree, change)) return;
      const now = tree.look(path);
      const fits = now
        ? before !== null && (await isAs(tree, path, before, { now }))
        : before === null || isCleared(path);
      if (!fits) tell(path, CHANGED);
      else if (after.kind === "file" && !contents.look(from ?? ""))
        tell(path, "Its content is gone.");
      else placeWhole(change, index);
    });

  function placeWhole(change: Placed, index: number): void {
    try {
      target.place(change, index);
    } finally {
      target.dropTemporary(change.path, index);
    }
  }

  for (const [path, mode] of closed) {
    // An earlier attempt may have removed it.
    if (unlessAbsent(() => tree.look(path))?.isDirectory()) target.setMode(path, mode | 0o700);
  }
  for (const change of inward) {
    const { before, after, path } = change;
    if (!before || !isCleared(path)) continue;
    if (after && (isFolder(before) === isFolder(after) || (await isDone(tree, change)))) continue;
    await remove(change);
  }
  for (const { path, before, after } of changes) {
    if (!isFolder(after) || isFolder(before)) continue;
    await attempt(path, () => {
      const now = tree.look(path);
      if (!now) target.makeFolder(path, after);
      else if (!now.isDirectory()) tell(path, CHANGED);
    });
  }
  for (const [index, change] of changes.entries()) {
    if (isPlaced(change)) await place(change, index);
  }
  for (const change of inward) if (change.before && !change.after) await remove(change);

  const modes = new Map(closed);
  for (const { path, after } of changes) if (isFolder(after)) modes.set(path, after.mode);
  for (const [path, mode] of [...modes].sort(([one], [other]) => (one < other ? 1 : -1))) {
    const now = unlessAbsent(() => tree.look(path));
    if (now?.isDirectory() && modeOf(now) !== mode) target.setMode(path, mode);
  }
  return [...left.values()];
}

function isFolder(state: EntryState | null): state is EntryState {
  return state?.kind === "folder";
}

function isPlaced(change: StoredChange): change is Placed {
  return change.after !== null && !isFolder(change.after);
}
