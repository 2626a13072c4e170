import { idFrom } from "../../base/ids.ts";
import type { EndedCall, Question, TurnMark, WorkReader } from "../readers/work-reader.ts";
import { MOST_READ } from "../readers/work-reader.ts";
import type { PerDialect } from "../sql.ts";
import type { Table } from "../table.ts";
import { decodeUsage } from "./message-row.ts";

/** Columns of the first tables of PostgreSQL have no collation of their own; the indexes on times do. */
const BYTES: PerDialect = { sqlite: "", postgres: ` collate "C"` };

// The conditions of the partial indexes, to the letter: a planner looks for their words.
const TURNS = (bytes: string) => `
  select session_id as "sessionId", type, ts from events
  where type in ('turn.started', 'turn.waiting', 'turn.completed', 'turn.failed')
    and ts${bytes} >= $1
  order by ts${bytes} desc, session_id desc, sequence desc limit ${MOST_READ}`;

const REPLIES = (bytes: string) => `
  select created_at as ts, usage from messages
  where usage is not null and created_at${bytes} >= $1
  order by created_at${bytes} desc limit ${MOST_READ}`;

/** The time of an approval is the beginning of its id, so that its key serves this. */
const QUESTIONS = `
  select created_at as "askedAt",
    case when state in ('approved', 'denied', 'used', 'superseded') then answered_at end
      as "answeredAt"
  from approvals where id >= $1 order by id desc limit ${MOST_READ}`;

/** A window at the end of the log: an index on calls would cost each of them a page. */
const CALLS: PerDialect = {
  sqlite: `
    select body ->> 'tool_id' as "toolId", body ->> '$.data.state' as state from audit
    where rowid > (select max(rowid) from audit) - ${MOST_READ}
      and instr(body, '"type":"invocation.ended"') > 0
      and body ->> 'type' = 'invocation.ended' and body ->> 'ts' >= $1`,
  // The fields of a body are sorted; PostgreSQL does not take all of it as JSON.
  postgres: `
    select tool_id as "toolId",
      substring(right(body, 1500) from '"state":"([a-z_]+)"[^{}]*\\},"id":"aud_') as state
    from audit
    where position > (select max(position) from audit) - ${MOST_READ} and ts >= $1
      and right(body, 130) like '%"type":"invocation.ended"%'`,
};

type CallRow = { toolId: string | null; state: string | null };

/** Reads across nouns; each of them is written by its own table. */
export const work: Table<never, "work"> = {
  writes: {},
  reads(db) {
    const bytes = BYTES[db.dialect];
    const turns = db.all(TURNS(bytes), (row: TurnMark) => row);
    const questions = db.all(QUESTIONS, (row: Question) => row);
    const calls = db.all(CALLS[db.dialect], (row: CallRow) => row);
    const replies = db.all(REPLIES(bytes), (row: { ts: string; usage: string }) => ({
      ts: row.ts,
      ...decodeUsage(row.usage),
    }));
    const reader: WorkReader = {
      turns: async (since) => (await turns(since)).toReversed(),
      replies,
      questions: (since) => questions(idFrom("appr", Date.parse(since))),
      // An erased record no longer says how its call ended.
      calls: async (since) =>
        (await calls(since)).flatMap(({ toolId, state }): EndedCall[] =>
          toolId === null ? [] : [{ toolId, state: state ?? "completed" }],
        ),
    };
    return { work: reader };
  },
};
