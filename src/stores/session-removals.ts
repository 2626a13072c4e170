import { type Fragment, type Template, template } from "./fragment.ts";

/** What removes the rows of a session $1: whatever refers to another row goes before it. */
export const SESSION_REMOVALS: readonly Template[] = [
  "delete from standing_grants where session_id = $1",
  "delete from openings where session_id = $1",
  "delete from ledger where session_id = $1",
  "delete from invocations where session_id = $1",
  "delete from approvals where session_id = $1",
  "delete from awaited_calls where session_id = $1",
  "delete from deliveries where session_id = $1",
  "delete from delegations where session_id = $1",
  "delete from messages where session_id = $1",
  "delete from events where session_id = $1",
  "delete from bundle_uses where used_by = 'session:' || cast($1 as text)",
  `delete from bundle_uses where used_by in
      (select 'context:' || context_id from agent_context_state where session_id = $1)`,
  "delete from agent_context_state where session_id = $1",
  // A set that is being applied is finished first.
  "delete from change_sets where session_id = $1 and state <> 'applying'",
  "delete from session_files where session_id = $1",
  "delete from workspace_leases where session_id = $1",
  "delete from turn_takeovers where session_id = $1",
].map((sql) => template(sql));

const nothingApplying = template(
  "select 1 where not exists (select 1 from change_sets where session_id = $1)",
);

/** After the removals: a conflict while changes of the session are being applied. */
export function expectNoneApplying(sessionId: string): Fragment<string> {
  const row = `change_sets ${sessionId}`;
  const subject = `A folder that is changed for ${sessionId}`;
  return { template: nothingApplying, values: [sessionId], row, subject, alone: true };
}
