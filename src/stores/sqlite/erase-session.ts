import { eraseBody } from "../../base/erased-body.ts";
import type { Change } from "../../ports/journal.ts";
import { OF_A_SESSION } from "./audit-position.ts";
import type { Database } from "./database.ts";
import { changedMeanwhile } from "./run-fragment.ts";

type SessionErase = Extract<Change, { type: "session.erase" }>;

export function createSessionEraser(db: Database): (change: SessionErase) => void {
  const calls = `select invocation_id from approvals where session_id = ?1
    union select body ->> 'invocation_id' from audit where stream = ?1 and ${OF_A_SESSION}`;
  // Whatever refers to another row goes before it.
  const removals = [
    "delete from standing_grants where session_id = ?1",
    `delete from ledger where invocation_id in (${calls})`,
    `delete from invocations where id in (${calls})`,
    "delete from approvals where session_id = ?1",
    "delete from messages where session_id = ?1",
    "delete from events where session_id = ?1",
    "delete from agent_context_state where session_id = ?1",
    "delete from session_files where session_id = ?1",
  ].map((sql) => db.prepare(sql));
  const removeSession = db.prepare("delete from sessions where id = ?");
  const recordsOf = db.prepare<{ records: number }>("select records from heads where stream = ?");
  const bodies = db.prepare<{ rowid: number; body: string }>(
    `select rowid, body from audit where stream = ? and ${OF_A_SESSION} order by sequence`,
  );
  const replaceBody = db.prepare("update audit set body = ? where rowid = ?");

  return ({ sessionId, records }) => {
    const found = recordsOf.get(sessionId)?.records ?? 0;
    if (found !== records) throw changedMeanwhile(sessionId);
    for (const removal of removals) removal.run(sessionId);
    if (removeSession.run(sessionId) === 0) throw changedMeanwhile(sessionId);
    for (const { rowid, body } of bodies.all(sessionId)) replaceBody.run(eraseBody(body), rowid);
  };
}
