import type { AuditRecord, AuditType } from "../schema/audit-record.ts";
import type { Checkpoint, StreamHead } from "../schema/checkpoint.ts";
import type { Listing, Page } from "../schema/page.ts";

export type AuditFilter = Page & {
  /** What is about a session is in its stream. */
  readonly sessionId?: string | undefined;
  readonly toolId?: string | undefined;
  readonly invocationId?: string | undefined;
  /** Any of these; left out, all. */
  readonly types?: readonly AuditType[] | undefined;
  /** RFC 3339; records at or after it. */
  readonly since?: string | undefined;
};

/** A record as it is stored and hashed. */
export type StoredRecord = {
  readonly stream: string;
  readonly sequence: number;
  readonly body: string;
  readonly hash: string;
};

/** A place in the log that does not fit its neighbours. */
type BadRecord = {
  /** `checkpoints` for a fault of a checkpoint itself. */
  readonly stream: string;
  readonly sequence: number;
  readonly reason: string;
};

export type AuditVerification = {
  readonly ok: boolean;
  readonly streams: number;
  readonly records: number;
  readonly checkpoints: number;
  readonly firstBad?: BadRecord;
};

export interface AuditReader {
  /** Newest first. */
  list(filter: AuditFilter): Promise<Listing<AuditRecord>>;
  /**
   * Recomputes every chain from its first record to its head, and holds it against every
   * checkpoint. `isSigned` says whether a checkpoint's signature is its signer's.
   */
  verify(isSigned: (checkpoint: Checkpoint) => boolean): Promise<AuditVerification>;

  lastCheckpoint(): Promise<Checkpoint | undefined>;
  /** The heads of the streams that grew since the last checkpoint, by stream. */
  unsealedHeads(): Promise<readonly StreamHead[]>;
  /** The first checkpoint that covers this place of a stream, and all heads it signed, by stream. */
  checkpointOf(
    stream: string,
    sequence: number,
  ): Promise<
    { readonly checkpoint: Checkpoint; readonly heads: readonly StreamHead[] } | undefined
  >;

  /** Stored records of one stream, ascending, from one sequence through another. */
  range(stream: string, from: number, through: number): Promise<readonly StoredRecord[]>;
  /** Records in the order of insertion, each checkpoint right after the last that it covers. */
  export(since?: string): AsyncIterable<StoredRecord | Checkpoint>;
}
