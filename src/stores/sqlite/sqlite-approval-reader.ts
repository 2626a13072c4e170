import type { ApprovalReader } from "../../ports/approval-reader.ts";
import type { ApprovalState } from "../../schema/approval.ts";
import { APPROVAL_COLUMNS, type ApprovalRow, decodeApproval } from "../approval-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";
import { type Condition, createListQuery } from "./list-query.ts";

const MAX_EXPIRED = 100;

export function createSqliteApprovalReader(db: Database): ApprovalReader {
  const prepare = (rest: string) =>
    db.prepare<ApprovalRow>(selectFrom("approvals", APPROVAL_COLUMNS, rest));
  const one = prepare("where id = ?");
  const newestOfCall = prepare("where invocation_id = ? order by id desc limit 1");
  const expired = prepare(
    `where state = 'pending' and expires_at <= ? order by id limit ${MAX_EXPIRED}`,
  );
  const page = createListQuery<ApprovalRow>(db, {
    table: "approvals",
    columns: APPROVAL_COLUMNS,
    order: "id desc",
  });

  return {
    async get(id) {
      const row = one.get(id);
      return row && decodeApproval(row);
    },
    async getByInvocation(invocationId) {
      const row = newestOfCall.get(invocationId);
      return row && decodeApproval(row);
    },
    async list({ state, sessionId, ...bounds }) {
      const { items, total } = page([inState(state), ["session_id = ?", sessionId]], bounds);
      return { items: items.map(decodeApproval), total };
    },
    async listExpired(now) {
      return expired.all(now).map(decodeApproval);
    },
  };
}

/** A bound value cannot lead the planner to the index approvals_pending: it needs the literal. */
function inState(state: ApprovalState | undefined): Condition {
  return [state === "pending" ? "state = 'pending' and state = ?" : "state = ?", state];
}
