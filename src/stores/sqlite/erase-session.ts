import { eraseBody } from "../../base/audit/erased-body.ts";
import { defineRemove } from "../define-writes.ts";
import type { Fragment } from "../fragment.ts";
import type { Change } from "../journal.ts";
import { expectNoneApplying, SESSION_REMOVALS } from "../session-removals.ts";
import { OF_A_SESSION } from "./audit-position.ts";
import type { Database } from "./database.ts";
import { changedMeanwhile } from "./run-fragment.ts";

type SessionErase = Extract<Change, { type: "session.erase" }>;

const removeSession = defineRemove({ table: "sessions", key: "id" });

export function createSessionEraser(
  db: Database,
  run: (fragment: Fragment) => void,
): (change: SessionErase) => void {
  const recordsOf = db.prepare<{ records: number }>("select records from heads where stream = ?");
  const bodies = db.prepare<{ rowid: number; body: string }>(
    `select rowid, body from audit where stream = ? and ${OF_A_SESSION} order by sequence`,
  );
  const replaceBody = db.prepare("update audit set body = ? where rowid = ?");

  return ({ sessionId, records }) => {
    const found = recordsOf.get(sessionId)?.records ?? 0;
    if (found !== records) throw changedMeanwhile(sessionId);
    for (const template of SESSION_REMOVALS) run({ template, values: [sessionId], row: sessionId });
    run(expectNoneApplying(sessionId));
    run(removeSession(sessionId));
    for (const { rowid, body } of bodies.all(sessionId)) replaceBody.run(eraseBody(body), rowid);
  };
}
