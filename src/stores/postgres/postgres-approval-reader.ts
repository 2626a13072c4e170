import type { ApprovalReader } from "../../ports/approval-reader.ts";
import type { ApprovalState } from "../../schema/approval.ts";
import { APPROVAL_COLUMNS, type ApprovalRow, decodeApproval } from "../approval-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";
import { type Condition, createListQuery } from "./list-query.ts";

const MAX_EXPIRED = 100;

const select = (rest: string) => selectFrom("approvals", APPROVAL_COLUMNS, rest);

const ONE = select("where id = $1");
const NEWEST_OF_CALL = select("where invocation_id = $1 order by id desc limit 1");
const EXPIRED = select(
  `where state = 'pending' and expires_at <= $1 order by id limit ${MAX_EXPIRED}`,
);

export function createPostgresApprovalReader(db: Database): ApprovalReader {
  const page = createListQuery<ApprovalRow>(db, {
    table: "approvals",
    columns: APPROVAL_COLUMNS,
    order: "id desc",
  });

  async function find(sql: string, value: string) {
    const row = await db.get<ApprovalRow>(sql, value);
    return row && decodeApproval(row);
  }

  return {
    get: (id) => find(ONE, id),
    getByInvocation: (invocationId) => find(NEWEST_OF_CALL, invocationId),
    async list({ state, sessionId, ...bounds }) {
      const { items, total } = await page([inState(state), ["session_id = ?", sessionId]], bounds);
      return { items: items.map(decodeApproval), total };
    },
    async listExpired(now) {
      return (await db.all<ApprovalRow>(EXPIRED, now)).map(decodeApproval);
    },
  };
}

/** A value that is sent apart cannot lead the planner to the index approvals_pending. */
function inState(state: ApprovalState | undefined): Condition {
  return [state === "pending" ? "state = 'pending' and state = ?" : "state = ?", state];
}
