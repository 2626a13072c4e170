import { chainLink, chainStart } from "../../base/audit/hash-chain.ts";
import { sha256 } from "../../base/digest.ts";
import { auditBody } from "../../schema/audit-body.ts";
import type { AuditEntry } from "../../schema/audit-record.ts";
import type { SessionEvent } from "../../schema/event.ts";
import { type Template, template } from "../fragment.ts";
import type { Change } from "../journal.ts";
import type { Part } from "./compose-step.ts";

export type LogChange = Extract<Change, { type: "event.add" | "audit.add" }>;

/** Held shared by everyone who appends a record, and alone by who adds a checkpoint. */
export const AUDIT_LOCK = "hashtext('capstan.audit'), hashtext(current_schema())";

type NewEvent = Omit<SessionEvent, "sequence">;

/** What a step adds to one stream. */
type Append = { readonly events: NewEvent[]; readonly bodyHashes: string[] };

type NewRecord = Pick<AuditEntry, "ts" | "invocationId" | "toolId"> & {
  readonly stream: string;
  readonly body: string;
  /** Among those that this step adds to its stream, from 1. */
  readonly index: number;
};

/**
 * What a step adds to the two logs. The head of each stream is locked by writing it, and gives the
 * places, so that any number of processes append without a gap, a fork or a second attempt. Heads
 * are locked in the order of their names, so that no two steps wait for each other.
 */
export function appendLogs(changes: readonly LogChange[]): {
  readonly streams: readonly string[];
  readonly parts: readonly Part[];
} {
  const appends = new Map<string, Append>();
  const records: NewRecord[] = [];
  for (const change of changes) {
    const name = change.type === "event.add" ? change.event.sessionId : change.entry.stream;
    // As it is stored: two names that differ only in halves of surrogate pairs are one stream.
    const stream = name.toWellFormed();
    const append = appends.get(stream) ?? { events: [], bodyHashes: [] };
    appends.set(stream, append);
    if (change.type === "event.add") append.events.push(change.event);
    else records.push(addRecord(stream, append, change.entry));
  }
  const streams = [...appends.keys()].sort();
  const heads = streams.map((stream, index) => moveHead(stream, appends.get(stream), index));
  const events = streams.flatMap((stream, index) =>
    addEvents(stream, appends.get(stream)?.events ?? [], index),
  );
  return { streams, parts: [...heads, ...events, ...addRecords(records, streams)] };
}

function addRecord(stream: string, { bodyHashes }: Append, entry: AuditEntry): NewRecord {
  const { ts, invocationId, toolId } = entry;
  const body = auditBody(entry);
  bodyHashes.push(sha256(body));
  return { stream, body, index: bodyHashes.length, ts, invocationId, toolId };
}

const templates = new Map<string, Template>();

function once(key: string, make: () => Template): Template {
  const known = templates.get(key) ?? make();
  templates.set(key, known);
  return known;
}

function moveHead(
  stream: string,
  { events, bodyHashes }: Append = { events: [], bodyHashes: [] },
  index: number,
): Part {
  const start = chainStart(stream);
  const [only, ...more] = bodyHashes;
  const values = [stream, events.length, start];
  const row = `heads ${stream}`;
  if (only === undefined) {
    return { template: once(`events ${index}`, () => movesEvents(index)), values, row };
  }
  if (more.length > 0) {
    const several = once(`several ${index}`, () => movesSeveral(index));
    return { template: several, values: [...values, bodyHashes], row };
  }
  const one = once(`one ${index}`, () => movesOne(index));
  return { template: one, values: [...values, only, chainLink(start, 1, only)], row };
}

const movesEvents = (index: number) =>
  template(
    `insert into heads as head (stream, events, records, hash, previous)
     select $1, $2, 0, $3::text, $3 ${after(index)}
     on conflict (stream) do update set events = head.events + excluded.events
     returning stream, events, records, '{}'::text[] as links`,
    `head_${index}`,
  );

/** Most steps add one record to a stream: it takes a third of the time of what several need. */
const movesOne = (index: number) =>
  template(
    `insert into heads as head (stream, events, records, hash, previous)
     select $1, $2, 1, $5, $3
     from (select pg_advisory_xact_lock_shared(${AUDIT_LOCK}) ${after(index)}) as gate
     on conflict (stream) do update set
       events = head.events + excluded.events,
       records = head.records + 1,
       hash = chain_link(head.hash, head.records + 1, $4)
     returning stream, events, records, array[hash] as links`,
    `head_${index}`,
  );

const movesSeveral = (index: number) =>
  template(
    `insert into heads as head (stream, events, records, hash, previous)
     select $1, $2, cardinality($4::text[]),
       (chain_links($3, 0, $4::text[]))[cardinality($4::text[])], $3
     from (select pg_advisory_xact_lock_shared(${AUDIT_LOCK}) ${after(index)}) as gate
     on conflict (stream) do update set
       events = head.events + excluded.events,
       records = head.records + excluded.records,
       hash = (chain_links(head.hash, head.records, $4::text[]))[cardinality($4::text[])],
       previous = head.hash
     returning stream, events, records,
       chain_links(previous, records - cardinality($4::text[]), $4::text[]) as links`,
    `head_${index}`,
  );

const after = (index: number) =>
  index === 0 ? "" : `from (select count(*) from head_${index - 1}) as before`;

function addEvents(stream: string, events: readonly NewEvent[], head: number): Part[] {
  if (events.length === 0) return [];
  const insert = once(`event ${head}`, () =>
    template(
      `insert into events (session_id, sequence, id, type, turn, ts, data)
       select stream, events - cardinality($1::text[]) + n, id, type, turn, ts, data
       from head_${head}, unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[])
         with ordinality as added (id, type, turn, ts, data, n)`,
    ),
  );
  const values = [
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.turn),
    events.map((event) => event.ts),
    events.map((event) => JSON.stringify(event.data)),
  ];
  return [{ template: insert, values, row: `events ${stream}` }];
}

const insertOne = template(
  `insert into audit (stream, sequence, body, hash, ts, invocation_id, tool_id)
   select stream, records, $1, links[1], $2, $3, $4 from head_0`,
);

/** In one statement for all streams, so that positions are in the order of the step. */
function addRecords(records: readonly NewRecord[], streams: readonly string[]): Part[] {
  const [only, ...more] = records;
  if (!only) return [];
  if (more.length === 0 && streams.length === 1) {
    const { body, ts, invocationId, toolId } = only;
    const values = [body, ts, invocationId, toolId];
    return [{ template: insertOne, values, row: "audit" }];
  }
  const insert = once(`records ${streams.length}`, () => {
    const heads = streams.map((_, head) => `select ${head} as head, * from head_${head}`);
    return template(
      `insert into audit (stream, sequence, body, hash, ts, invocation_id, tool_id)
       select stream, records - cardinality(links) + index, body, links[index],
         ts, invocation_id, tool_id
       from (${heads.join(" union all ")}) as heads
       join unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
         with ordinality as added (head, index, body, ts, invocation_id, tool_id, n) using (head)
       order by n`,
    );
  });
  const values = [
    records.map((record) => streams.indexOf(record.stream)),
    records.map((record) => record.index),
    records.map((record) => record.body),
    records.map((record) => record.ts),
    records.map((record) => record.invocationId),
    records.map((record) => record.toolId),
  ];
  return [{ template: insert, values, row: "audit" }];
}
