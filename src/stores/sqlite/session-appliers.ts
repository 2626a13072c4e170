import { encodeMove, encodeSession, MOVED_COLUMNS, SESSION_COLUMNS } from "../session-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";
import { requireChanged } from "./require-changed.ts";

export function prepareSessionAppliers(
  db: Database,
): Appliers<"session.add" | "session.move" | "spec.put"> {
  const insert = prepareInsert(db, "sessions", SESSION_COLUMNS);
  const move = prepareUpdate(db, {
    table: "sessions",
    key: "id",
    columns: MOVED_COLUMNS,
    expect: ["version"],
  });
  const putSpec = db.prepare(
    `update sessions set spec = ?
     where id = ? and spec ->> 'digest' is ? and spec ->> 'frozenAt' is ?`,
  );

  return {
    "session.add": ({ session }) => insert(encodeSession(session)),
    "session.move": ({ session, expect }) => move(encodeMove(session), [expect]),
    "spec.put": ({ sessionId, spec, expect }) => {
      const { digest, frozenAt } = expect ?? { digest: null, frozenAt: null };
      requireChanged(putSpec.run(JSON.stringify(spec), sessionId, digest, frozenAt), sessionId);
    },
  };
}
