import * as z from "zod";
import { Access, type AccessScope } from "../../schema/access.ts";
import type { ApprovalState } from "../../schema/approval.ts";
import { Approval, Binding } from "../../schema/approval.ts";
import { decodeJson, parseStored } from "../decode-json.ts";
import { defineInsert, defineUpdate, readSession, storedSession } from "../define-writes.ts";
import type { Condition } from "../queries.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type ApprovalRow = {
  id: string;
  state: string;
  level: string;
  session_id: string;
  invocation_id: string;
  tool_id: string;
  risk_level: string;
  side_effect_tags: string;
  inputs: string;
  preview: string | null;
  reason: string;
  access: string | null;
  roots: string | null;
  opened: string | null;
  changed: string | null;
  rewritten: string | null;
  edited: string | null;
  denial_reason: string | null;
  binding: string;
  expires_at: string;
  created_at: string;
  answered_by: string | null;
  answered_at: string | null;
};

const COLUMNS = [
  "id",
  "state",
  "level",
  "session_id",
  "invocation_id",
  "tool_id",
  "risk_level",
  "side_effect_tags",
  "inputs",
  "preview",
  "reason",
  "access",
  "roots",
  "opened",
  "changed",
  "rewritten",
  "edited",
  "denial_reason",
  "binding",
  "expires_at",
  "created_at",
  "answered_by",
  "answered_at",
] as const satisfies readonly (keyof ApprovalRow)[];

const Changed = z.array(Binding.keyof());

function encode(approval: Approval): ApprovalRow {
  return {
    id: approval.id,
    state: approval.state,
    level: approval.level,
    session_id: storedSession(approval.sessionId),
    invocation_id: approval.invocationId,
    tool_id: approval.toolId,
    risk_level: approval.riskLevel,
    side_effect_tags: JSON.stringify(approval.sideEffectTags),
    inputs: JSON.stringify(approval.inputs),
    preview: approval.preview === undefined ? null : JSON.stringify(approval.preview),
    reason: approval.reason,
    access: approval.access ? JSON.stringify(approval.access) : null,
    roots: approval.roots ? JSON.stringify(approval.roots) : null,
    opened: approval.opened ?? null,
    changed: approval.changed ? JSON.stringify(approval.changed) : null,
    rewritten: approval.rewritten ? JSON.stringify(approval.rewritten) : null,
    edited: approval.edited ? JSON.stringify(approval.edited) : null,
    denial_reason: approval.denialReason ?? null,
    binding: JSON.stringify(approval.binding),
    expires_at: approval.expiresAt,
    created_at: approval.createdAt,
    answered_by: approval.answeredBy,
    answered_at: approval.answeredAt,
  };
}

function decode(row: ApprovalRow): Approval {
  const { sideEffectTags } = Approval.shape;
  return {
    id: row.id,
    state: row.state as Approval["state"],
    level: row.level as Approval["level"],
    sessionId: readSession(row.session_id),
    invocationId: row.invocation_id,
    toolId: row.tool_id,
    riskLevel: row.risk_level as Approval["riskLevel"],
    sideEffectTags: decodeJson(sideEffectTags, row.side_effect_tags, "approvals.side_effect_tags"),
    inputs: parseStored(row.inputs, "approvals.inputs"),
    ...(row.preview !== null && { preview: parseStored(row.preview, "approvals.preview") }),
    reason: row.reason,
    ...(row.access !== null && { access: decodeJson(Access, row.access, "approvals.access") }),
    ...(row.roots !== null && {
      roots: decodeJson(Approval.shape.roots.unwrap(), row.roots, "approvals.roots"),
    }),
    ...(row.opened !== null && { opened: row.opened as AccessScope }),
    ...(row.changed !== null && {
      changed: decodeJson(Changed, row.changed, "approvals.changed"),
    }),
    ...(row.rewritten !== null && {
      rewritten: decodeJson(
        Approval.shape.rewritten.unwrap(),
        row.rewritten,
        "approvals.rewritten",
      ),
    }),
    ...(row.edited !== null && {
      edited: decodeJson(Approval.shape.edited.unwrap(), row.edited, "approvals.edited"),
    }),
    ...(row.denial_reason !== null && { denialReason: row.denial_reason }),
    binding: decodeJson(Binding, row.binding, "approvals.binding"),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    answeredBy: row.answered_by,
    answeredAt: row.answered_at,
  };
}

const APPROVALS = {
  table: "approvals",
  columns: COLUMNS,
  key: "id",
  within: "session_id",
} as const;
const MAX_EXPIRED = 100;

const insert = defineInsert(APPROVALS);
const update = defineUpdate({ ...APPROVALS, expect: ["state"] });

const select = (rest: string) => selectFrom("approvals", COLUMNS, rest);

const OF_DISABLED = select(
  `where state = 'pending' and exists (
    select 1 from invocations join principals on principals.id = invocations.actor
    where invocations.id = approvals.invocation_id and principals.state = 'disabled'
  ) order by id limit ${MAX_EXPIRED}`,
);

const EXPIRED = select(
  `where state = 'pending' and expires_at <= $1 order by id limit ${MAX_EXPIRED}`,
);

export const approvals: Table<"approval.put", "approvals"> = {
  writes: {
    "approval.put": ({ approval, expect }) => {
      const row = encode(approval);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
  },
  reads(db) {
    const page = db.page({ ...APPROVALS, order: "id desc" }, decode);
    return {
      approvals: {
        get: db.one(select("where id = $1"), decode),
        getByInvocation: db.one(
          select("where invocation_id = $1 order by id desc limit 1"),
          decode,
        ),
        list: ({ state, sessionId, ...bounds }) =>
          page([inState(state), ["session_id = ?", sessionId]], bounds),
        listOfDisabled: db.all(OF_DISABLED, decode),
        listExpired: db.all(EXPIRED, decode),
      },
    };
  },
};

/** A bound value cannot lead the planner to the index approvals_pending: it needs the literal. */
function inState(state: ApprovalState | undefined): Condition {
  return [state === "pending" ? "state = 'pending' and state = ?" : "state = ?", state];
}
