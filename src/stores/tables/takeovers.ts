import type { Takeover } from "../../schema/takeover.ts";
import { defineReplace } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type TakeoverRow = {
  session_id: string;
  turn: number;
  progress: number;
  takeovers: number;
  excused: number;
};

const COLUMNS = [
  "session_id",
  "turn",
  "progress",
  "takeovers",
  "excused",
] as const satisfies readonly (keyof TakeoverRow)[];

function encode(takeover: Takeover): TakeoverRow {
  return {
    session_id: takeover.sessionId,
    turn: takeover.turn,
    progress: takeover.progress,
    takeovers: takeover.count,
    excused: Number(takeover.isExcused),
  };
}

function decode(row: TakeoverRow): Takeover {
  return {
    sessionId: row.session_id,
    turn: row.turn,
    progress: row.progress,
    count: row.takeovers,
    isExcused: row.excused === 1,
  };
}

const replace = defineReplace({ table: "turn_takeovers", columns: COLUMNS, key: "session_id" });
const excuse = template(`
  insert into turn_takeovers (session_id, turn, progress, takeovers, excused)
  select id, 0, 0, 0, 1 from sessions where id = $1
  on conflict (session_id) do update set excused = 1`);

export const takeovers: Table<"takeover.put" | "takeover.excuse", "takeovers"> = {
  writes: {
    "takeover.put": ({ takeover }) => [replace(encode(takeover))],
    "takeover.excuse": ({ sessionId }) => [
      { template: excuse, values: [sessionId], row: `turn_takeovers ${sessionId}` },
    ],
  },
  reads: (db) => ({
    takeovers: {
      get: db.one(selectFrom("turn_takeovers", COLUMNS, "where session_id = $1"), decode),
    },
  }),
};
