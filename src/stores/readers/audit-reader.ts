import type { IsSigned } from "../../base/audit/signed-text.ts";
import type { AuditRecord, AuditType } from "../../schema/audit-record.ts";
import type { Checkpoint, StreamHead } from "../../schema/checkpoint.ts";
import type { Listing, Page } from "../../schema/page.ts";

export type AuditFilter = Page & {
  /** What is about a session is in its stream. */
  readonly sessionId?: string | undefined;
  readonly toolId?: string | undefined;
  readonly invocationId?: string | undefined;
  /** The name of whoever acted. */
  /** One is called differently in older records. */
  readonly actors?: readonly string[] | undefined;
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
  /** The checkpoints kept elsewhere that it was held against. */
  readonly kept?: KeptCheckpoints;
};

type KeptCheckpoints = {
  /** Of the newest; null when there is none yet. */
  readonly sequence: number | null;
  /** Where they are kept; left out for those that the asker gave. */
  readonly place?: string;
  /** Why the last ones could not be kept there. */
  readonly problem?: string;
};

export interface AuditReader {
  /** Newest first. */
  list(filter: AuditFilter): Promise<Listing<AuditRecord>>;
  /**
   * Recomputes every chain from its first record to its head, and holds it against every
   * checkpoint and, where anything was erased, against the records that say so. `isSigned` says
   * whether a signature is that of the log's signer.
   */
  verify(isSigned: IsSigned): Promise<AuditVerification>;

  lastCheckpoint(): Promise<Checkpoint | undefined>;
  /** From this sequence on, ascending. */
  checkpointsFrom(sequence: number, limit: number): Promise<readonly Checkpoint[]>;
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
