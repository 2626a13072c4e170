import type { StandingGrant } from "../../schema/standing-grant.ts";
import { defineInsert } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type GrantRow = {
  id: string;
  tool_id: string;
  definition: string;
  access: string;
  match: string;
  input: string | null;
  session_id: string | null;
  actor: string;
  level: string;
  approval_id: string;
  created_by: string;
  created_at: string;
  expires_at: string | null;
  revoked_by: string | null;
  revoked_at: string | null;
};

const COLUMNS = [
  "id",
  "tool_id",
  "definition",
  "access",
  "match",
  "input",
  "session_id",
  "actor",
  "level",
  "approval_id",
  "created_by",
  "created_at",
  "expires_at",
  "revoked_by",
  "revoked_at",
] as const satisfies readonly (keyof GrantRow)[];

function encode(grant: StandingGrant): GrantRow {
  return {
    id: grant.id,
    tool_id: grant.toolId,
    definition: grant.definition,
    access: grant.access,
    match: grant.match,
    input: grant.input,
    session_id: grant.sessionId,
    actor: grant.actor,
    level: grant.level,
    approval_id: grant.approvalId,
    created_by: grant.createdBy,
    created_at: grant.createdAt,
    expires_at: grant.expiresAt,
    revoked_by: grant.revokedBy,
    revoked_at: grant.revokedAt,
  };
}

function decode(row: GrantRow): StandingGrant {
  return {
    id: row.id,
    toolId: row.tool_id,
    definition: row.definition,
    access: row.access,
    match: row.match as StandingGrant["match"],
    input: row.input,
    sessionId: row.session_id,
    actor: row.actor,
    level: row.level as StandingGrant["level"],
    approvalId: row.approval_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedBy: row.revoked_by,
    revokedAt: row.revoked_at,
  };
}

const GRANTS = { table: "standing_grants", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(GRANTS);
const revoke = template(`
  update standing_grants set revoked_by = $2, revoked_at = $3
  where id = $1 and revoked_at is null`);

const select = (rest: string) => selectFrom("standing_grants", COLUMNS, rest);

const COVERS = "where revoked_at is null and tool_id = $1 and actor = $2 and session_id is";

// Two halves, each in the order of the index: one condition with "or" would read every session's.
const COVERING = `
  ${select(`${COVERS} null`)} union all ${select(`${COVERS} not null and session_id = $3`)}
  order by id desc`;

export const grants: Table<"grant.add" | "grant.revoke", "grants"> = {
  writes: {
    "grant.add": ({ grant }) => [insert(encode(grant))],
    "grant.revoke": ({ id, revokedBy, revokedAt }) => [
      {
        template: revoke,
        values: [id, revokedBy, revokedAt],
        row: `standing_grants ${id}`,
        subject: id,
      },
    ],
  },
  reads(db) {
    const page = db.page({ ...GRANTS, order: "id desc", where: "revoked_at is null" }, decode);
    return {
      grants: {
        get: db.one(select("where id = $1"), decode),
        list: ({ sessionId, ...bounds }) => page([["session_id = ?", sessionId]], bounds),
        listFor: db.all(COVERING, decode),
      },
    };
  },
};
