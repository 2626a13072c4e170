import { type Fault, findRecordFault, type Link } from "../../base/audit/chain-fault.ts";
import { chainStart } from "../../base/audit/hash-chain.ts";
import { findHeadFault } from "../audit-fault.ts";
import type { AuditRow } from "../audit-row.ts";
import type { Tally } from "../audit-tally.ts";
import type { Database } from "./database.ts";
import { findColumnFault, type ListedRow } from "./find-column-fault.ts";

const BATCH = 500;

type WalkedRow = AuditRow & ListedRow & { head_records: number | null; head_hash: string | null };

// Each record with its stream's head: one snapshot for both, because others are appending.
const WALK = `
  select audit.stream, audit.sequence, audit.body, audit.hash, audit.ts, audit.invocation_id,
         audit.tool_id, heads.records as head_records, heads.hash as head_hash
  from audit left join heads using (stream)
  where (audit.stream, audit.sequence) > ($1, $2)
  order by audit.stream, audit.sequence
  limit ${BATCH}`;

const EMPTIED = `
  select stream from heads where records > 0
    and not exists (select 1 from audit where audit.stream = heads.stream)
  order by stream`;

/** Recomputes the chain of every stream, from its first record to its head. */
export function createStreamVerifier(db: Database): (tally: Tally) => Promise<void> {
  return async (tally) => {
    let last: WalkedRow | undefined;

    function endStream(): void {
      if (!last) return;
      tally.streams += 1;
      tally.firstBad ??= findEndFault(last);
      tally.erasures.settle(last.stream);
    }

    for (let found = BATCH; found === BATCH; ) {
      const rows = await db.all<WalkedRow>(WALK, last?.stream ?? "", last?.sequence ?? 0);
      for (const row of rows) {
        const before = last?.stream === row.stream ? last : undefined;
        if (!before) endStream();
        tally.firstBad ??= findRecordFault(row, before ?? startOf(row)) ?? findColumnFault(row);
        tally.records += 1;
        tally.erasures.take(row);
        last = row;
      }
      found = rows.length;
    }
    endStream();
    for (const { stream } of await db.all<{ stream: string }>(EMPTIED)) {
      tally.streams += 1;
      tally.firstBad ??= { stream, sequence: 1, reason: "The record is missing." };
    }
  };
}

function startOf({ stream }: AuditRow): Link {
  return { sequence: 0, hash: chainStart(stream) };
}

function findEndFault(last: WalkedRow): Fault | undefined {
  const { stream, head_records: records, head_hash: hash } = last;
  const head = records === null || hash === null ? undefined : { stream, records, hash };
  return findHeadFault(stream, last, head);
}
