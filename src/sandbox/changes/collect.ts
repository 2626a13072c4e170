import type { BigIntStats } from "node:fs";
import type { BytePath } from "../changes.ts";
import { kindOf, modeOf } from "./entry-state.ts";
import { type Limits, tooLarge } from "./limits.ts";
import { takeTurns } from "./take-turns.ts";
import type { Tree } from "./tree.ts";

export type Layers = {
  /** The person's folder. */
  readonly lower: Tree;
  /** What the program wrote: the upper layer of an overlay, or a whole copy. */
  readonly upper: Tree;
  /** What the program saw. */
  readonly view: Tree;
  /** The time of a file that was made when the folder was opened, as `ctimeNs`. */
  readonly openedNs: bigint;
  /** Where `upper` is a copy: when it was complete, and the inodes of its folders then. */
  readonly copy?: {
    readonly madeNs: bigint;
    readonly folders: ReadonlyMap<BytePath, bigint>;
  };
};

export type Found = {
  before?: BigIntStats;
  after?: BigIntStats;
  conflict?: string;
};

const CHANGED = "It was changed after the folder was opened.";
const BESIDE = "Its folder was changed after it was opened.";

/**
 * Every path that may have changed, without reading any. The view is asked which names of a folder are
 * left, so that no format of removed names need be known, and no attribute, which Node cannot read.
 */
export async function collect(
  { lower, upper, view, openedNs, copy }: Layers,
  limits: Limits,
): Promise<Map<BytePath, Found>> {
  const found = new Map<BytePath, Found>();
  const turn = takeTurns();

  /** One that became another kind is found twice. */
  function put(path: BytePath, entry: Found): void {
    found.set(path, { ...found.get(path), ...entry });
    if (found.size > limits.changes) throw tooLarge(`more than ${limits.changes} changes`);
  }

  async function enter(path: BytePath): Promise<void> {
    await turn();
    if (path.length > limits.pathBytes) throw tooLarge("a path that is too long");
    if (path.split("/").length - 1 > limits.depth) throw tooLarge("folders that are too deep");
  }

  const isForeign = (stats: BigIntStats) => stats.ctimeNs >= openedNs;

  async function gone(path: BytePath, before: BigIntStats): Promise<void> {
    await enter(path);
    const isFolder = before.isDirectory();
    // A folder changes with each name in it: a new one is found when the folder is to go.
    put(path, { before, ...(!isFolder && isForeign(before) && { conflict: CHANGED }) });
    if (!isFolder) return;
    for (const name of lower.names(path)) {
      const inner = lower.look(`${path}/${name}`);
      if (inner) await gone(`${path}/${name}`, inner);
    }
  }

  async function walk(path: BytePath, isBelow: boolean, isUnmoved: boolean): Promise<void> {
    // Before the upper layer is: a program may have closed this folder, and the view opens it for both.
    const lowerNames = new Set(isBelow ? lower.names(path) : []);
    const left = new Set(lowerNames.size > 0 ? view.names(path) : []);
    const names = upper.names(path).filter((name) => !lowerNames.has(name) || left.has(name));
    const beside = isBelow ? lower.look(path) : undefined;
    const conflict = beside && isForeign(beside) ? BESIDE : undefined;
    for (const name of lowerNames) {
      const inner = left.has(name) ? undefined : lower.look(`${path}/${name}`);
      if (inner) await gone(`${path}/${name}`, inner);
    }
    for (const name of names) await compare(`${path}/${name}`, { isBelow, isUnmoved, conflict });
  }

  type Place = {
    readonly isBelow: boolean;
    readonly isUnmoved: boolean;
    readonly conflict: string | undefined;
  };

  async function compare(path: BytePath, { isBelow, isUnmoved, conflict }: Place): Promise<void> {
    await enter(path);
    const after = upper.look(path);
    if (!after || isWhiteout(after)) return;
    const before = isBelow ? lower.look(path) : undefined;
    // The program may have found a name missing that the person removed a moment before.
    const why = before ? isForeign(before) && CHANGED : conflict;
    const foreign = why ? { conflict: why } : {};
    if (!after.isDirectory()) {
      const isSameKind = before !== undefined && kindOf(before) === kindOf(after);
      // A file that was moved, written or closed has a new ctime; one in a folder that was moved has not.
      if (copy && isUnmoved && isSameKind && after.ctimeNs < copy.madeNs) return;
      if (before?.isDirectory()) await gone(path, before);
      put(path, { ...(before && { before }), after, ...foreign });
      return;
    }
    const isSame = before?.isDirectory() === true;
    if (!isSame) {
      put(path, { ...(before && { before }), after, ...foreign });
    } else if (modeOf(before) !== modeOf(after)) {
      put(path, { before, after });
    }
    await walk(path, isSame, isUnmoved && copy?.folders.get(path) === after.ino);
  }

  await walk("", true, copy !== undefined);
  return found;
}

/** An overlay's mark for a name that is gone. Programs cannot make one. */
function isWhiteout(stats: BigIntStats): boolean {
  return stats.isCharacterDevice() && stats.rdev === 0n;
}
