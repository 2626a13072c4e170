import { encodeSession, SESSION_COLUMNS } from "../session-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";
import { requireChanged } from "./require-changed.ts";

// A message may be accepted and a spec changed while a turn runs: a move that wrote what its writer
// once read of them would undo that.
const OTHERS_COLUMNS: readonly string[] = ["last_turn", "spec"];

export function prepareSessionAppliers(
  db: Database,
): Appliers<"session.add" | "session.move" | "spec.put"> {
  const insert = prepareInsert(db, "sessions", SESSION_COLUMNS);
  const move = prepareUpdate(db, {
    table: "sessions",
    key: "id",
    columns: SESSION_COLUMNS.filter((column) => !OTHERS_COLUMNS.includes(column)),
    expect: ["version"],
  });
  const putSpec = db.prepare(
    `update sessions set spec = ?
     where id = ? and spec ->> 'digest' is ? and spec ->> 'frozenAt' is ?`,
  );

  return {
    "session.add": ({ session }) => insert(encodeSession(session)),
    "session.move": ({ session, expect }) => move(encodeSession(session), [expect]),
    "spec.put": ({ sessionId, spec, expect }) => {
      const { digest, frozenAt } = expect ?? { digest: null, frozenAt: null };
      requireChanged(putSpec.run(JSON.stringify(spec), sessionId, digest, frozenAt), sessionId);
    },
  };
}
