import { KEPT } from "../../schema/context.ts";
import {
  CONTEXT_COLUMNS,
  CONTEXT_EVENT_COLUMNS,
  encodeContext,
  encodeContextEvent,
  encodeFact,
} from "../context-row.ts";
import { defineInsert, defineUpdate, type Fragment, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

type ContextChange =
  | "context.put"
  | "context.ensure"
  | "context.note"
  | "fact.put"
  | "fact.remove"
  | "facts.expire";

const CONTEXTS = {
  table: "agent_context_state",
  columns: CONTEXT_COLUMNS,
  key: "context_id",
} as const;

const insert = defineInsert(CONTEXTS);
const update = defineUpdate({ ...CONTEXTS, expect: ["version"] });

const ensure = template(`
  insert into agent_context_state (${CONTEXT_COLUMNS.join(", ")})
  values (${CONTEXT_COLUMNS.map((_, index) => `$${index + 1}`).join(", ")}) on conflict do nothing`);

const insertEvent = defineInsert({
  table: "agent_conversation_events",
  columns: CONTEXT_EVENT_COLUMNS,
  key: "context_id",
});

// The parts of a statement do not see what the others write: beside the new one stays one less.
const trimEvents = template(`
  delete from agent_conversation_events where context_id = $1 and id <= (
    select id from agent_conversation_events where context_id = $1
    order by id desc limit 1 offset ${KEPT.events - 1})`);

const putFact = template(`
  insert into agent_pocket_facts (context_id, bucket, key, value, timestamp, expires_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (context_id, bucket, key) do update set
    value = excluded.value, timestamp = excluded.timestamp, expires_at = excluded.expires_at,
    place = default`);
const trimFacts = template(`
  delete from agent_pocket_facts where context_id = $1 and bucket = $2 and key in (
    select key from agent_pocket_facts where context_id = $1 and bucket = $2 and key <> $3
    order by timestamp desc, place desc offset ${KEPT.factsPerBucket - 1})`);
const removeFact = template(
  "delete from agent_pocket_facts where context_id = $1 and bucket = $2 and key = $3",
);
const expire = template(
  "delete from agent_pocket_facts where expires_at is not null and expires_at <= $1",
);

/** Facts of one bucket are counted together: each is a statement of its own. */
function ofBucket(contextId: string, bucket: string, fragment: Omit<Fragment, "row">): Fragment {
  return { ...fragment, row: `facts ${contextId} ${bucket}` };
}

/** The working memory: trimmed as it is written, so that nothing ever has to be tidied up (S23). */
export const contextWriters: Writers<ContextChange> = {
  "context.put": ({ context, expect }) => {
    const row = encodeContext(context);
    return [expect === null ? insert(row) : update(row, [expect])];
  },
  "context.ensure": ({ context }) => {
    const { values, row } = insert(encodeContext(context));
    return [{ template: ensure, values, row }];
  },
  "context.note": ({ event: { contextId, ...event } }) => [
    insertEvent(encodeContextEvent({ ...event, contextId })),
    { template: trimEvents, values: [contextId], row: `trim ${contextId}` },
  ],
  "fact.put": ({ fact }) => {
    const { context_id, bucket, key, value, timestamp, expires_at } = encodeFact(fact);
    return [
      ofBucket(context_id, bucket, {
        template: putFact,
        values: [context_id, bucket, key, value, timestamp, expires_at],
      }),
      {
        template: trimFacts,
        values: [context_id, bucket, key],
        row: `trim ${context_id} ${bucket}`,
      },
    ];
  },
  "fact.remove": ({ contextId, bucket, key }) => [
    ofBucket(contextId, bucket, { template: removeFact, values: [contextId, bucket, key] }),
  ],
  "facts.expire": ({ now }) => [{ template: expire, values: [now], row: "facts", alone: true }],
};
