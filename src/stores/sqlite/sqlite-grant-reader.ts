import type { GrantReader } from "../../ports/grant-reader.ts";
import { decodeGrant, GRANT_COLUMNS, type GrantRow } from "../grant-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";
import { createListQuery } from "./list-query.ts";

const COVERS = "where revoked_at is null and tool_id = ?1 and actor = ?2 and session_id is";

export function createSqliteGrantReader(db: Database): GrantReader {
  const select = (rest: string) => selectFrom("standing_grants", GRANT_COLUMNS, rest);
  const one = db.prepare<GrantRow>(select("where id = ?"));
  // Two halves, each in the order of the index: one condition with "or" would read every session's.
  const covering = db.prepare<GrantRow>(
    `${select(`${COVERS} null`)} union all ${select(`${COVERS} not null and session_id = ?3`)}
     order by id desc`,
  );
  const page = createListQuery<GrantRow>(db, {
    table: "standing_grants",
    columns: GRANT_COLUMNS,
    order: "id desc",
    where: "revoked_at is null",
  });

  return {
    async get(id) {
      const row = one.get(id);
      return row && decodeGrant(row);
    },
    async list({ sessionId, ...bounds }) {
      const { items, total } = page([["session_id = ?", sessionId]], bounds);
      return { items: items.map(decodeGrant), total };
    },
    async listFor(toolId, actor, sessionId) {
      return covering.all(toolId, actor, sessionId).map(decodeGrant);
    },
  };
}
