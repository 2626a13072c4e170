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

const ONE = selectFrom("agent_context_state", CONTEXT_COLUMNS, "where context_id = $1");

const selectEvents = (rest: string) =>
  selectFrom("agent_conversation_events", CONTEXT_EVENT_COLUMNS, rest);
const EVENTS = selectEvents("where context_id = $1 order by id");
const OF_MESSAGE = selectEvents("where context_id = $1 and message_id = $2");

const selectFacts = (more: string) =>
  selectFrom(
    "agent_pocket_facts",
    FACT_COLUMNS,
    `where context_id = $1 and (expires_at is null or expires_at > $2) ${more} order by bucket, key`,
  );
const FACTS = selectFacts("");
const OF_BUCKET = selectFacts("and bucket = $3");

export function createPostgresContextReader(db: Database): ContextReader {
  return {
    async get(id) {
      const row = await db.get<ContextRow>(ONE, id);
      return row && decodeContext(row);
    },
    async events(contextId) {
      return (await db.all<ContextEventRow>(EVENTS, contextId)).map(decodeContextEvent);
    },
    async eventByMessageId(contextId, messageId) {
      const row = await db.get<ContextEventRow>(OF_MESSAGE, contextId, messageId);
      return row && decodeContextEvent(row);
    },
    async facts(contextId, now, bucket) {
      const rows =
        bucket === undefined
          ? await db.all<FactRow>(FACTS, contextId, now)
          : await db.all<FactRow>(OF_BUCKET, contextId, now, bucket);
      return rows.map(decodeFact);
    },
  };
}
