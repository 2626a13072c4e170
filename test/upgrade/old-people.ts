import { sha256 } from "../../src/base/digest.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { auditBody } from "../../src/schema/audit-body.ts";
import {
  makeApproval,
  makeAuditEntry,
  makeInvocation,
  makeOutcome,
} from "../../src/testing/fixtures.ts";

/** The ids that the rows of an old database have. */
export const OLD = {
  living: "token_01890000-0000-7000-8000-000000000001",
  twin: "token_01890000-0000-7000-8000-000000000002",
  revoked: "token_01890000-0000-7000-8000-000000000003",
  session: "session_01890000-0000-7000-8000-000000000001",
  call: "inv_01890000-0000-7000-8000-000000000001",
  open: "inv_01890000-0000-7000-8000-000000000002",
  asked: "inv_01890000-0000-7000-8000-000000000003",
  approval: "appr_01890000-0000-7000-8000-000000000001",
} as const;

const TIME = "2026-01-01T00:00:00.000Z";

/**
 * Rows as versions with names wrote them, for both dialects: two living keys called `ci`, a revoked one
 * called `gone`, a person `ada` whose key is only in the audit trail, and what all of them did.
 */
export function oldRows(): string {
  const call = { ...makeInvocation({ id: OLD.call }), actor: "ci" };
  const open = { ...makeInvocation({ id: OLD.open }), actor: "ci" };
  const of = { sessionId: OLD.session };
  const asked = makeInvocation({ ...of, id: OLD.asked, position: 2, state: "input_required" });
  // Words of a model that look like the field of a session.
  asked.outcome = makeOutcome({ outputs: { sessionId: "session_other" } });
  const announced = { type: "approval.requested", data: { session_id: OLD.session } };
  const text = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  const binding = text(makeApproval().binding);
  const token = (id: string, name: string, at: string, revoked: string) =>
    `('${id}', '${name}', '["invoke"]', 'hash-${id}', '${at}', null, ${revoked})`;
  return `
    insert into tokens (id, actor, scopes, hash, created_at, expires_at, revoked_at) values
      ${token(OLD.living, "ci", "2026-01-01", "null")},
      ${token(OLD.twin, "ci", "2026-01-02", "null")},
      ${token(OLD.revoked, "gone", "2026-01-03", "'2026-01-04'")};
    insert into sessions (id, agent_id, title, state, turn, last_turn, version, mode, profile,
      created_by, creator_scopes, attachments, created_at, updated_at)
    values ('${OLD.session}', 'agent_1', 'Old', 'completed', 1, 1, 3, 'execution', 'risk',
      'ci', '["invoke"]', '[]', '${TIME}', '${TIME}');
    insert into invocations (id, actor, position, message_id, state, body)
    values ('${OLD.call}', 'ci', null, 'm-1', 'completed', ${text(call)}),
      ('${OLD.asked}', 'ci', 2, null, 'input_required', ${text(asked)});
    insert into ledger (invocation_id, status, attempt, owner, start_before, intended_at, invocation)
    values ('${OLD.open}', 'intended', 1, 'evt_1', '${TIME}', '${TIME}', ${text(open)}),
      ('${OLD.asked}', 'unknown', 1, 'evt_1', '${TIME}', '${TIME}', null);
    insert into deliveries (id, type, body, attempts, due_at, created_at) values
      ('hook_1', 'approval.requested', ${text(announced)}, 0, '${TIME}', '${TIME}');
    insert into approvals (id, state, level, session_id, invocation_id, tool_id, risk_level,
      side_effect_tags, inputs, reason, binding, expires_at, created_at, answered_by, answered_at)
    values
      ('${OLD.approval}', 'used', 'user', null, '${OLD.call}', 'builtin:noop:noop', 'LOW', '[]',
        '{}', 'Asks.', ${binding}, '${TIME}', '${TIME}', 'gone', '${TIME}'),
      ('${OLD.approval}2', 'denied', 'user', null, '${OLD.call}', 'builtin:noop:noop', 'LOW', '[]',
        '{}', 'Asks.', ${binding}, '${TIME}', '${TIME}', 'client "codex"', '${TIME}'),
      ('${OLD.approval}3', 'expired', 'user', null, '${OLD.call}', 'builtin:noop:noop', 'LOW', '[]',
        '{}', 'Asks.', ${binding}, '${TIME}', '${TIME}', 'system', '${TIME}'),
      ('${OLD.approval}4', 'pending', 'user', '${OLD.session}', '${OLD.asked}', 'builtin:noop:noop',
        'LOW', '[]', '{}', 'Asks.', ${binding}, '${TIME}', '${TIME}', null, null);
    insert into openings (id, capability_id, host, verbs, given_by, given_at)
    values ('open_1', 'noop', 'a.example', '["read"]', 'settings', '${TIME}');
    ${oldPacks()}
  `;
}

/** Packs in their own table, and the notes of packs and skills that were removed. */
function oldPacks(): string {
  const pack = (id: string, path: string, more: string, by: string) =>
    `('${id}', '${id}', 'Does ${id}.', ${path}, ${more}, '["Odd."]', '${by}', '${TIME}', '${TIME}')`;
  return `
    insert into packs (id, name, description, path, wanted_entry_doc, entry_doc, has_tools_json,
      digest, allowed_tools, warnings, added_by, added_at, updated_at) values
      ${pack("csv-2", "'/home/me/csv'", `'docs/a "b".md', 'docs/a "b".md', 1, 'sha256:a', '["Read","Bash(git:*)"]'`, "ci")},
      ${pack("zipped", "null", "null, 'SKILL.md', 0, 'sha256:b', null", "gone")},
      ${pack("own", "'/opt/capstan/own'", "null, 'SKILL.md', 0, 'sha256:c', null", "capstan")};
    insert into notes (name, value) values
      ('removed_packs', '["shipped:changelog","/home/me/old"]'),
      ('removed_folders', '["shipped:skill:x"]');
  `;
}

/** A record that says what `ada` did, and one of a text that no PostgreSQL can read as JSON. */
export function oldBodies(): readonly { body: string; hash: string }[] {
  const of = (actor: string, data: JsonObject) => {
    const body = auditBody({ ...makeAuditEntry({ actor }), data });
    return { body, hash: sha256(body) };
  };
  return [of("ada", { note: "x" }), of("ci", { note: "\u0000" })];
}
