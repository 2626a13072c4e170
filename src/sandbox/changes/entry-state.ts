import { createHash } from "node:crypto";
import { type BigIntStats, closeSync, readSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { BytePath, EntryState } from "../changes.ts";
import type { Tree } from "./tree.ts";

// A new one for each file made 100,000 digests ten times slower.
const BUFFER = Buffer.allocUnsafe(256 * 1024);
/** So much is read before other work has its turn. */
const PIECE = 16 * 1024 ** 2;
const EMPTY = createHash("sha256").digest("hex");

export function kindOf(stats: BigIntStats): EntryState["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "special";
}

export function modeOf(stats: BigIntStats): number {
  return Number(stats.mode & 0o7777n);
}

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/** The part of a stamp that renaming, linking and chown leave alone. */
export function contentStampOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}`;
}

export async function readState(
  tree: Tree,
  path: BytePath,
  stats: BigIntStats,
): Promise<EntryState> {
  const kind = kindOf(stats);
  const owner = { uid: Number(stats.uid), gid: Number(stats.gid) };
  const state = { kind, mode: modeOf(stats), owner, stamp: stampOf(stats) };
  if (kind === "link") return { ...state, mode: 0o777, target: tree.linkAt(path) };
  if (kind !== "file") return state;
  return {
    ...state,
    size: Number(stats.size),
    digest: stats.size === 0n ? EMPTY : await digestFile(tree, path),
    ...(stats.nlink > 1n && { names: Number(stats.nlink) }),
  };
}

/** By what a difference says of a path: neither owners nor times count. */
export function isSameState(one: EntryState, other: EntryState): boolean {
  return (
    one.kind === other.kind &&
    one.mode === other.mode &&
    one.digest === other.digest &&
    one.target === other.target
  );
}

async function digestFile(tree: Tree, path: BytePath): Promise<string> {
  const hash = createHash("sha256");
  const descriptor = tree.openFile(path);
  try {
    let sinceTurn = 0;
    for (let read = 1; read > 0; ) {
      read = readSync(descriptor, BUFFER, 0, BUFFER.length, null);
      hash.update(BUFFER.subarray(0, read));
      sinceTurn += read;
      if (sinceTurn < PIECE) continue;
      sinceTurn = 0;
      await nextTurn();
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}
