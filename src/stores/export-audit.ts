import type { Checkpoint } from "../schema/checkpoint.ts";
import { type AuditRow, storedRecord } from "./audit-row.ts";
import { inUtc } from "./in-utc.ts";
import type { AuditReader } from "./readers/audit-reader.ts";
import { decodeCheckpoint } from "./tables/checkpoints.ts";
import { createUnclaimedErasures } from "./unclaimed-erasures.ts";

/** How many rows a source gives at once. */
export const EXPORT_BATCH = 500;

type ExportRow = AuditRow & { position: number; wanted: boolean | number };
type PositionedCheckpoint = Checkpoint & { position: number };
type Ends = { records: number; checkpoints: number };

/** The log of one store: rows after a place, up to another, in batches. */
type LogSource = {
  ends(): Promise<Ends | undefined>;
  records(after: number, through: number, since: string | null): Promise<readonly ExportRow[]>;
  checkpoints(after: number, through: number): Promise<readonly PositionedCheckpoint[]>;
};

/**
 * Each checkpoint comes right after the last record that it covers, so that a reader of the export
 * knows which ends of streams it signed. What is appended while the export runs is left out, unless
 * it says of records in it that they were erased meanwhile.
 */
export function createExport(source: LogSource): AuditReader["export"] {
  return async function* (since) {
    const from = since === undefined ? null : inUtc(since);
    let ends = (await source.ends()) ?? { records: 0, checkpoints: 0 };
    const unclaimed = createUnclaimedErasures();
    const records = readAhead<ExportRow>((last) =>
      source.records(last?.position ?? Number.MIN_SAFE_INTEGER, ends.records, from),
    );
    const checkpoints = readAhead<PositionedCheckpoint>((last) =>
      source.checkpoints(last?.sequence ?? Number.MIN_SAFE_INTEGER, ends.checkpoints),
    );
    let next = await checkpoints();
    let started = from === null;
    let isExtended = false;
    for (;;) {
      const row = await records();
      if (!row) {
        if (isExtended || !unclaimed.any()) break;
        ends = (await source.ends()) ?? ends;
        isExtended = true;
        next ??= await checkpoints();
        continue;
      }
      for (; next && next.position < row.position; next = await checkpoints()) {
        if (started) yield decodeCheckpoint(next);
      }
      started ||= Boolean(row.wanted);
      if (!started) continue;
      unclaimed.take(row);
      yield storedRecord(row);
    }
    for (; next; next = await checkpoints()) if (started) yield decodeCheckpoint(next);
  };
}

/** One row at a time, read in batches; after the end it looks once more. */
function readAhead<Row>(
  readAfter: (last: Row | undefined) => Promise<readonly Row[]>,
): () => Promise<Row | undefined> {
  let batch: readonly Row[] = [];
  let index = 0;
  let last: Row | undefined;
  return async () => {
    if (index === batch.length) {
      batch = await readAfter(last);
      index = 0;
    }
    const row = batch[index];
    if (row === undefined) return undefined;
    index += 1;
    last = row;
    return row;
  };
}
