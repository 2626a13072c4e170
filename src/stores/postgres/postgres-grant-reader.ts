import type { GrantReader } from "../../ports/grant-reader.ts";
import { decodeGrant, GRANT_COLUMNS, type GrantRow } from "../grant-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";
import { createListQuery } from "./list-query.ts";

const select = (rest: string) => selectFrom("standing_grants", GRANT_COLUMNS, rest);

const COVERS = "where revoked_at is null and tool_id = $1 and actor = $2 and session_id";

const ONE = select("where id = $1");
// Two halves, each in the order of the index: one condition with "or" would read every session's.
const COVERING = `${select(`${COVERS} is null`)} union all ${select(`${COVERS} = $3`)}
  order by id desc`;

export function createPostgresGrantReader(db: Database): GrantReader {
  const page = createListQuery<GrantRow>(db, {
    table: "standing_grants",
    columns: GRANT_COLUMNS,
    order: "id desc",
    where: "revoked_at is null",
  });

  return {
    async get(id) {
      const row = await db.get<GrantRow>(ONE, id);
      return row && decodeGrant(row);
    },
    async list({ sessionId, ...bounds }) {
      const { items, total } = await page([["session_id = ?", sessionId]], bounds);
      return { items: items.map(decodeGrant), total };
    },
    async listFor(toolId, actor, sessionId) {
      return (await db.all<GrantRow>(COVERING, toolId, actor, sessionId)).map(decodeGrant);
    },
  };
}
