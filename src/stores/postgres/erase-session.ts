import { eraseBody } from "../../base/audit/erased-body.ts";
import { defineRemove } from "../define-writes.ts";
import { template } from "../fragment.ts";
import type { Change } from "../journal.ts";
import { expectNoneApplying, SESSION_REMOVALS } from "../session-removals.ts";
import type { Part } from "./compose-step.ts";
import type { Database } from "./database.ts";

const BODIES = "select sequence, body from audit where stream = $1 and sequence <= $2";

// A statement of its own: what others committed until they let go of the head, the next one sees.
const lockHead = template(`
  select 1 from (select 1) as one
  where coalesce((select records from heads where stream = $1 for update), 0) = $2::bigint`);

const removeSession = defineRemove({ table: "sessions", key: "id" });

const replaceBodies = template(`
  update audit set body = erased.body
  from unnest($2::bigint[], $3::text[]) as erased (sequence, body)
  where audit.stream = $1 and audit.sequence = erased.sequence`);

/**
 * What is left of each record is worked out here, from what is stored: records never change, and if
 * one has been added since, the step is a conflict.
 */
export async function eraseSession(
  db: Database,
  { sessionId, records }: Extract<Change, { type: "session.erase" }>,
): Promise<readonly Part[]> {
  const rows = await db.all<{ sequence: number; body: string }>(BODIES, sessionId, records);
  const sequences = rows.map(({ sequence }) => sequence);
  const bodies = rows.map(({ body }) => eraseBody(body));
  const of = (what: string) => ({ row: `${what} ${sessionId}` });
  return [
    {
      template: lockHead,
      values: [sessionId, records],
      ...of("heads"),
      subject: sessionId,
      alone: true,
    },
    ...SESSION_REMOVALS.map((each, index) => ({
      template: each,
      values: [sessionId],
      ...of(`removal ${index}`),
    })),
    expectNoneApplying(sessionId),
    removeSession(sessionId),
    { template: replaceBodies, values: [sessionId, sequences, bodies], ...of("bodies") },
  ];
}
