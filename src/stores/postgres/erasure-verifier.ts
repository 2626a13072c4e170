import type { Fault } from "../../base/chain-fault.ts";
import { AUDIT_COLUMNS, type AuditRow, decodeAudit } from "../audit-row.ts";
import { selectFrom } from "../sql.ts";
import type { Database } from "./database.ts";

const BATCH = 500;

const SYSTEM_AFTER = selectFrom(
  "audit",
  AUDIT_COLUMNS,
  `where stream = 'system' and sequence > $1 order by sequence limit ${BATCH}`,
);

/** Every erasure must stand in the system's stream, with the digest of what it left behind. */
export function createErasureVerifier(
  db: Database,
): (erased: ReadonlyMap<string, string>) => Promise<Fault | undefined> {
  return async (erased) => {
    if (erased.size === 0) return undefined;
    const recorded = await readErasures(db);
    for (const [stream, digest] of erased) {
      if (recorded.get(stream) === digest) continue;
      return { stream, sequence: 1, reason: "Records were erased, and no record says so." };
    }
    return undefined;
  };
}

async function readErasures(db: Database): Promise<ReadonlyMap<string, string>> {
  const recorded = new Map<string, string>();
  let after = 0;
  for (let found = BATCH; found === BATCH; ) {
    const rows = await db.all<AuditRow>(SYSTEM_AFTER, after);
    for (const row of rows) {
      const { type, data, sequence } = decodeAudit(row);
      after = sequence;
      if (type !== "session.erased") continue;
      const { session_id: session, digest } = data;
      if (typeof session === "string" && typeof digest === "string") recorded.set(session, digest);
    }
    found = rows.length;
  }
  return recorded;
}
