import type { Checkpoint } from "../schema/checkpoint.ts";

export const CHECKPOINT_COLUMNS = [
  "sequence",
  "body",
  "hash",
  "signature",
] as const satisfies readonly (keyof Checkpoint)[];

export function decodeCheckpoint({ sequence, body, hash, signature }: Checkpoint): Checkpoint {
  return { sequence, body, hash, signature };
}
