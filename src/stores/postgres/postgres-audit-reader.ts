import { AUDIT_COLUMNS, type AuditRow, decodeAudit, storedRecord } from "../audit-row.ts";
import { inUtc } from "../in-utc.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { selectFrom } from "../sql.ts";
import { readCheckpoints } from "../tables/checkpoints.ts";
import { createAuditExporter } from "./audit-exporter.ts";
import { createAuditVerifier } from "./audit-verifier.ts";
import type { Database } from "./database.ts";
import { createPostgresQueries } from "./postgres-queries.ts";
import { createUnsealedHeadsReader } from "./unsealed-heads.ts";

const RANGE = selectFrom(
  "audit",
  AUDIT_COLUMNS,
  "where stream = $1 and sequence between $2 and $3 order by sequence",
);

// The last field of a body, whose fields are sorted; behind it stands only the mark of one that was
// erased. Not as JSON: PostgreSQL does not take all of it.
const TYPE = `substring(right(body, 130) from '"type":"([a-z_.]+)"(,"erased":"[0-9a-f]{64}"){0,1}}$')`;

export function createPostgresAuditReader(db: Database): AuditReader {
  const queries = createPostgresQueries(db);
  const pageOf = (order: string) =>
    queries.page({ table: "audit", columns: AUDIT_COLUMNS, order }, decodeAudit);
  const page = pageOf("position desc");
  // In a stream that is the same order, and it is the order of its index.
  const pageOfStream = pageOf("sequence desc");

  const range: AuditReader["range"] = async (stream, from, through) =>
    (await db.all<AuditRow>(RANGE, stream, from, through)).map(storedRecord);

  return {
    async list({ sessionId, toolId, invocationId, actors, types, since, ...bounds }) {
      const read = sessionId === undefined ? page : pageOfStream;
      return read(
        [
          ["stream = ?", sessionId],
          ["invocation_id = ?", invocationId],
          ["tool_id = ?", toolId],
          // The first key of a body, as its text is hashed.
          [
            "exists (select 1 from unnest(string_to_array(?, chr(10))) one where starts_with(body, one))",
            actors?.map((name) => `{"actor":${JSON.stringify(name)},`).join("\n"),
          ],
          [`strpos(?, ',' || ${TYPE} || ',') > 0`, types && `,${types.join()},`],
          ["ts >= ?", since && inUtc(since)],
        ],
        bounds,
      );
    },
    range,
    verify: createAuditVerifier(db, range),
    export: createAuditExporter(db),
    unsealedHeads: createUnsealedHeadsReader(db),
    ...readCheckpoints(queries),
  };
}
