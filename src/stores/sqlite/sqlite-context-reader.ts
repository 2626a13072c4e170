import type { ContextReader } from "../../ports/context-reader.ts";
import {
  CONTEXT_COLUMNS,
  CONTEXT_EVENT_COLUMNS,
  type ContextEventRow,
  type ContextRow,
  decodeContext,
  decodeContextEvent,
  decodeFact,
  FACT_COLUMNS,
  type FactRow,
} from "../context-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

export function createSqliteContextReader(db: Database): ContextReader {
  const one = db.prepare<ContextRow>(
    selectFrom("agent_context_state", CONTEXT_COLUMNS, "where context_id = ?"),
  );
  const events = (rest: string) =>
    db.prepare<ContextEventRow>(
      selectFrom("agent_conversation_events", CONTEXT_EVENT_COLUMNS, rest),
    );
  const inOrder = events("where context_id = ? order by id");
  const ofMessage = events("where context_id = ? and message_id = ?");
  const facts = (rest: string) =>
    db.prepare<FactRow>(
      selectFrom(
        "agent_pocket_facts",
        FACT_COLUMNS,
        `where context_id = ? and (expires_at is null or expires_at > ?) ${rest} order by bucket, key`,
      ),
    );
  const allFacts = facts("");
  const ofBucket = facts("and bucket = ?");

  return {
    async get(id) {
      const row = one.get(id);
      return row && decodeContext(row);
    },
    async events(contextId) {
      return inOrder.all(contextId).map(decodeContextEvent);
    },
    async eventByMessageId(contextId, messageId) {
      const row = ofMessage.get(contextId, messageId);
      return row && decodeContextEvent(row);
    },
    async facts(contextId, now, bucket) {
      const rows =
        bucket === undefined ? allFacts.all(contextId, now) : ofBucket.all(contextId, now, bucket);
      return rows.map(decodeFact);
    },
  };
}
