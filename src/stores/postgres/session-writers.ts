import type { Session } from "../../schema/session.ts";
import { encodeMove, encodeSession, MOVED_COLUMNS, SESSION_COLUMNS } from "../session-row.ts";
import { defineInsert, defineUpdate, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const insert = defineInsert({
  table: "sessions",
  columns: [...SESSION_COLUMNS, "spec_digest", "spec_frozen_at"],
  key: "id",
});
const move = defineUpdate({
  table: "sessions",
  columns: MOVED_COLUMNS,
  key: "id",
  expect: ["version"],
});
const putSpec = template(`
  update sessions set spec = $2, spec_digest = $3, spec_frozen_at = $4
  where id = $1 and spec_digest is not distinct from $5 and spec_frozen_at is not distinct from $6
  returning 1`);

export const sessionWriters: Writers<"session.add" | "session.move" | "spec.put"> = {
  "session.add": ({ session }) => [insert({ ...encodeSession(session), ...specColumns(session) })],
  "session.move": ({ session, expect }) => [move(encodeMove(session), [expect])],
  "spec.put": ({ sessionId, spec, expect }) => {
    const { digest, frozenAt } = expect ?? { digest: null, frozenAt: null };
    const stored = [JSON.stringify(spec), spec.digest, spec.frozenAt];
    return [
      {
        template: putSpec,
        values: [sessionId, ...stored, digest, frozenAt],
        row: `sessions ${sessionId}`,
        subject: sessionId,
      },
    ];
  },
};

function specColumns({ spec }: Session) {
  return { spec_digest: spec?.digest ?? null, spec_frozen_at: spec?.frozenAt ?? null };
}
