import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";
import { encodeSession, SESSION_COLUMNS } from "./session-row.ts";

export function prepareSessionAppliers(db: Database): Appliers<"session.add" | "session.move"> {
  const insert = prepareInsert(db, "sessions", SESSION_COLUMNS);
  const move = prepareUpdate(db, {
    table: "sessions",
    key: "id",
    // A message may be accepted while a turn runs: a move that wrote the `last_turn` its writer
    // once read would drop that message.
    columns: SESSION_COLUMNS.filter((column) => column !== "last_turn"),
    expect: ["version"],
  });

  return {
    "session.add": ({ session }) => insert(encodeSession(session)),
    "session.move": ({ session, expect }) => move(encodeSession(session), [expect]),
  };
}
