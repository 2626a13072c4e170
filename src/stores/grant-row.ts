import type { StandingGrant } from "../schema/standing-grant.ts";

export type GrantRow = {
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

export const GRANT_COLUMNS = [
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

export function encodeGrant(grant: StandingGrant): GrantRow {
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

export function decodeGrant(row: GrantRow): StandingGrant {
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
