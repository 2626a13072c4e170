import type { BigIntStats } from "node:fs";
import { sha256 } from "../../base/digest.ts";
import type { Remark } from "../../schema/change-set.ts";
import type { BytePath, Change, Difference, EntryState } from "../changes.ts";
import { isWithin } from "./byte-path.ts";
import { collect, type Found, type Layers } from "./collect.ts";
import { isSameState, readState } from "./entry-state.ts";
import { DEFAULT_LIMITS, type Limits, tooLarge } from "./limits.ts";
import { takeTurns } from "./take-turns.ts";

/**
 * What a program made of a folder. Nothing is read before the whole of it is within the limits: a file of
 * 1 TB takes no room and would take hours.
 */
export async function difference(
  layers: Layers,
  limits: Limits = DEFAULT_LIMITS,
): Promise<Difference> {
  const found = await collect(layers, limits);
  const leftOut: Remark[] = [];
  let bytes = 0n;
  for (const { before, after } of found.values()) {
    for (const stats of [before, after]) bytes += stats?.isFile() ? stats.size : 0n;
  }
  if (bytes > limits.bytes) throw tooLarge(`files of more than ${limits.bytes} bytes`);

  const changes: Change[] = [];
  let kept: BytePath | undefined;
  const turn = takeTurns();
  for (const path of inOrder([...found.keys()])) {
    await turn();
    const entry = found.get(path) ?? {};
    if (kept !== undefined && isWithin(path, kept)) continue;
    if (isSpecial(entry.before)) {
      leftOut.push({ path, why: "Pipes, sockets and devices of a person stay." });
      kept = path;
      continue;
    }
    const isMade = isSpecial(entry.after);
    if (isMade) leftOut.push({ path, why: "Pipes, sockets and devices are never created." });
    if (isMade && !entry.before) continue;
    const change = await toChange(layers, path, isMade ? withoutAfter(entry) : entry, leftOut);
    if (change) changes.push(change);
  }
  return { changes, moves: movesIn(changes), leftOut, digest: digestOf(changes) };
}

/** A folder, then all of its contents, then its neighbour. */
export function inOrder(paths: readonly BytePath[]): BytePath[] {
  return paths
    .map((path) => path.replaceAll("/", "\0"))
    .sort()
    .map((path) => path.replaceAll("\0", "/"));
}

function withoutAfter({ after: _, ...entry }: Found): Found {
  return entry;
}

function isSpecial(stats: BigIntStats | undefined): boolean {
  return stats !== undefined && !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
}

async function toChange(
  { lower, upper }: Layers,
  path: BytePath,
  entry: Found,
  leftOut: Remark[],
): Promise<Change | undefined> {
  const before = entry.before ? await readState(lower, path, entry.before) : null;
  const made = entry.after ? await readState(upper, path, entry.after) : null;
  if (before && made && isSameState(before, made)) return undefined;
  const after = made && withoutSetId(made);
  if (made && after && made.mode !== after.mode) {
    leftOut.push({ path, why: "Set-user-id and set-group-id bits are never set." });
    if (before && isSameState(before, after)) return undefined;
  }
  return { path, before, after, ...(entry.conflict && { conflict: entry.conflict }) };
}

/** On folders the group's bit only says whose the files in it are, and new folders inherit it. */
function withoutSetId(state: EntryState): EntryState {
  const mode = state.mode & (state.kind === "folder" ? 0o3777 : 0o1777);
  return { ...state, mode };
}

export function movesIn(changes: readonly Change[]): Difference["moves"] {
  const lost = new Map<string, BytePath>();
  for (const { path, before, after } of changes) {
    if (!after && before?.kind === "file" && before.digest && before.size) {
      lost.set(before.digest, path);
    }
  }
  return changes.flatMap(({ path, before, after }) => {
    const from = before ? undefined : lost.get(after?.digest ?? "");
    if (from === undefined || after?.digest === undefined) return [];
    lost.delete(after.digest);
    return [[from, path] as const];
  });
}

/** Times, owners and inodes are no part of it: a second run with the same effect has the same digest. */
export function digestOf(changes: readonly Change[]): string {
  const bare = (state: EntryState | null) =>
    state && [
      state.kind,
      state.mode,
      state.size ?? null,
      state.digest ?? null,
      state.target ?? null,
    ];
  const lines = changes.map(({ path, before, after }) => [path, bare(before), bare(after)]);
  return `sha256:${sha256(JSON.stringify(lines))}`;
}
