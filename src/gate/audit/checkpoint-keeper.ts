import type { Checkpoint } from "../../schema/checkpoint.ts";

/** A place outside the store where checkpoints are kept: what was rolled back or cut is found by it. */
export interface CheckpointKeeper {
  /** Where that is, in the owner's words. */
  readonly place: string;
  /** Those that no later one in it follows from. None when nothing was kept yet. */
  read(): Promise<readonly Checkpoint[]>;
  /** Durable when it returns. */
  append(checkpoints: readonly Checkpoint[]): Promise<void>;
}
