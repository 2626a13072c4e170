import type { AuditReader } from "../../ports/audit-reader.ts";
import { timestamp } from "../../ports/clock.ts";
import { AUDIT_COLUMNS, type AuditRow, decodeAudit, OF_A_SESSION } from "./audit-row.ts";
import { createAuditVerifier } from "./audit-verifier.ts";
import type { Database } from "./database.ts";
import { createListQuery } from "./list-query.ts";

export function createSqliteAuditReader(db: Database): AuditReader {
  // The rowid, because neither times nor ids of several writers need be in the order of insertion.
  // Records are never deleted, so that it only rises; VACUUM may renumber it, but keeps the order.
  const page = createListQuery<AuditRow>(db, {
    table: "audit",
    columns: AUDIT_COLUMNS,
    order: "rowid desc",
  });

  return {
    async list({ sessionId, toolId, since, ...bounds }) {
      const { items, total } = page(
        [
          [`stream = ? and ${OF_A_SESSION}`, sessionId],
          ["tool_id = ?", toolId],
          ["ts >= ?", since && inUtc(since)],
        ],
        bounds,
      );
      return { items: items.map(decodeAudit), total };
    },
    verify: createAuditVerifier(db),
  };
}

/** Times are compared as text, so that `since` must be spelled as the stored ones are. */
function inUtc(time: string): string {
  return timestamp(Date.parse(time));
}
