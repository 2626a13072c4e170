import { canonicalJson } from "../canonical-json.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { merkleRoot } from "./merkle.ts";

/** The end of an audit stream. */
export type Head = { readonly stream: string; readonly records: number; readonly hash: string };

type CheckpointParts = {
  readonly at: string;
  /** The hash of the checkpoint before it; null for the first. */
  readonly previous: string | null;
  readonly sequence: number;
  readonly heads: readonly Head[];
};

/** The text of a checkpoint that is hashed and signed. Its form can never change. */
export function checkpointBody({ at, previous, sequence, heads }: CheckpointParts): string {
  return canonicalJson({ at, previous, root: headsRoot(heads), sequence, streams: heads.length });
}

/** Empty for a text that is none: whatever is then compared with it differs. */
export function readCheckpointBody(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function headsRoot(heads: readonly Head[]): string {
  return merkleRoot(sortHeads(heads).map(headLeaf));
}

export function headLeaf({ stream, records, hash }: Head): string {
  return `${stream}:${records}:${hash}`;
}

/** By UTF-16 code units of their streams, as canonical JSON sorts its keys: one tree for one set. */
export function sortHeads(heads: readonly Head[]): readonly Head[] {
  return heads.toSorted((a, b) => (a.stream < b.stream ? -1 : 1));
}
