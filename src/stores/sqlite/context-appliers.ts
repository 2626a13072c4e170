import { KEPT } from "../../schema/context.ts";
import {
  CONTEXT_COLUMNS,
  CONTEXT_EVENT_COLUMNS,
  encodeContext,
  encodeContextEvent,
  encodeFact,
  FACT_COLUMNS,
} from "../context-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert, prepareReplace } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";

type ContextChange =
  | "context.put"
  | "context.ensure"
  | "context.note"
  | "fact.put"
  | "fact.remove"
  | "facts.expire";

/** The working memory: trimmed as it is written, so that nothing ever has to be tidied up (S23). */
export function prepareContextAppliers(db: Database): Appliers<ContextChange> {
  const insert = prepareInsert(db, "agent_context_state", CONTEXT_COLUMNS);
  const update = prepareUpdate(db, {
    table: "agent_context_state",
    key: "context_id",
    columns: CONTEXT_COLUMNS,
    expect: ["version"],
  });
  const ensure = db.prepare(
    `insert into agent_context_state (${CONTEXT_COLUMNS.join(", ")})
     values (${CONTEXT_COLUMNS.map(() => "?").join(", ")}) on conflict do nothing`,
  );
  const insertEvent = prepareInsert(db, "agent_conversation_events", CONTEXT_EVENT_COLUMNS);
  const trimEvents = db.prepare(`
    delete from agent_conversation_events where context_id = ?1 and id <= (
      select id from agent_conversation_events where context_id = ?1
      order by id desc limit 1 offset ${KEPT.events}
    )`);
  const putFact = prepareReplace(db, "agent_pocket_facts", FACT_COLUMNS);
  const trimFacts = db.prepare(`
    delete from agent_pocket_facts where rowid in (
      select rowid from agent_pocket_facts where context_id = ? and bucket = ?
      order by timestamp desc, rowid desc limit -1 offset ${KEPT.factsPerBucket}
    )`);
  const removeFact = db.prepare(
    "delete from agent_pocket_facts where context_id = ? and bucket = ? and key = ?",
  );
  const expire = db.prepare(
    "delete from agent_pocket_facts where expires_at is not null and expires_at <= ?",
  );

  return {
    "context.put": ({ context, expect }) => {
      const row = encodeContext(context);
      if (expect === null) insert(row);
      else update(row, [expect]);
    },
    "context.ensure": ({ context }) => {
      const row = encodeContext(context);
      ensure.run(...CONTEXT_COLUMNS.map((column) => row[column]));
    },
    "context.note": ({ event }) => {
      insertEvent(encodeContextEvent(event));
      trimEvents.run(event.contextId);
    },
    "fact.put": ({ fact }) => {
      putFact(encodeFact(fact));
      trimFacts.run(fact.contextId, fact.bucket);
    },
    "fact.remove": ({ contextId, bucket, key }) => {
      removeFact.run(contextId, bucket, key);
    },
    "facts.expire": ({ now }) => {
      expire.run(now);
    },
  };
}
