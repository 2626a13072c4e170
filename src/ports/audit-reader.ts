import type { AuditRecord } from "../schema/audit-record.ts";
import type { Listing, Page } from "../schema/page.ts";

export type AuditFilter = Page & {
  /** What is about a session is in its stream. */
  readonly sessionId?: string | undefined;
  readonly toolId?: string | undefined;
  /** RFC 3339; records at or after it. */
  readonly since?: string | undefined;
};

/** A place in the log that does not fit its neighbours. */
type BadRecord = {
  readonly stream: string;
  readonly sequence: number;
  readonly reason: string;
};

export type AuditVerdict = {
  readonly ok: boolean;
  readonly streams: number;
  readonly records: number;
  readonly firstBad?: BadRecord;
};

export interface AuditReader {
  /** Newest first. */
  list(filter: AuditFilter): Promise<Listing<AuditRecord>>;
  /** Recomputes every chain from its first record to its head. */
  verify(): Promise<AuditVerdict>;
}
