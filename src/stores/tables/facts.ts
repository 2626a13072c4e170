import { type Fact, KEPT } from "../../schema/context.ts";
import { parseStored } from "../decode-json.ts";
import { type Fragment, template } from "../fragment.ts";
import type { Queries } from "../queries.ts";
import type { ContextReader } from "../readers/context-reader.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type FactRow = {
  context_id: string;
  bucket: string;
  key: string;
  value: string;
  timestamp: string;
  expires_at: string | null;
};

const COLUMNS = [
  "context_id",
  "bucket",
  "key",
  "value",
  "timestamp",
  "expires_at",
] as const satisfies readonly (keyof FactRow)[];

function encode(fact: Fact): FactRow {
  return {
    context_id: fact.contextId,
    bucket: fact.bucket,
    key: fact.key,
    value: JSON.stringify(fact.value),
    timestamp: fact.ts,
    expires_at: fact.expiresAt,
  };
}

function decode(row: FactRow): Fact {
  return {
    contextId: row.context_id,
    bucket: row.bucket,
    key: row.key,
    value: parseStored(row.value, "agent_pocket_facts.value"),
    ts: row.timestamp,
    expiresAt: row.expires_at,
  };
}

const FACT = `agent_pocket_facts (${COLUMNS.join(", ")}) values ($1, $2, $3, $4, $5, $6)`;

// A fact that is put again is the newest, also where the time is the same: what tells them apart
// is the number of the row, which PostgreSQL has in a column.
const put = template({
  sqlite: `insert or replace into ${FACT}`,
  postgres: `
    insert into ${FACT} on conflict (context_id, bucket, key) do update set
      value = excluded.value, timestamp = excluded.timestamp, expires_at = excluded.expires_at,
      place = default`,
});
// The parts of PostgreSQL's statement do not see what the others write: beside the new one stays
// one less.
const trim = template({
  sqlite: `
    delete from agent_pocket_facts where rowid in (
      select rowid from agent_pocket_facts where context_id = $2 and bucket = $3
      order by timestamp desc, rowid desc limit -1 offset ${KEPT.factsPerBucket})`,
  postgres: `
    delete from agent_pocket_facts where context_id = $2 and bucket = $3 and key in (
      select key from agent_pocket_facts where context_id = $2 and bucket = $3 and key <> $1
      order by timestamp desc, place desc offset ${KEPT.factsPerBucket - 1})`,
});
const remove = template(
  "delete from agent_pocket_facts where context_id = $1 and bucket = $2 and key = $3",
);
const expire = template(
  "delete from agent_pocket_facts where expires_at is not null and expires_at <= $1",
);

/** Facts of one bucket are counted together: each is a statement of its own. */
function ofBucket(contextId: string, bucket: string, fragment: Omit<Fragment, "row">): Fragment {
  return { ...fragment, row: `facts ${contextId} ${bucket}` };
}

export const facts: Table<"fact.put" | "fact.remove" | "facts.expire"> = {
  writes: {
    "fact.put": ({ fact }) => {
      const { contextId, bucket, key } = fact;
      const row = encode(fact);
      const values = COLUMNS.map((column) => row[column]);
      return [
        ofBucket(contextId, bucket, { template: put, values }),
        { template: trim, values: [key, contextId, bucket], row: `trim ${contextId} ${bucket}` },
      ];
    },
    "fact.remove": ({ contextId, bucket, key }) => [
      ofBucket(contextId, bucket, { template: remove, values: [contextId, bucket, key] }),
    ],
    "facts.expire": ({ now }) => [{ template: expire, values: [now], row: "facts", alone: true }],
  },
};

const select = (more: string) =>
  selectFrom(
    "agent_pocket_facts",
    COLUMNS,
    `where context_id = $1 and (expires_at is null or expires_at > $2) ${more} order by bucket, key`,
  );

export function readFacts(db: Queries): Pick<ContextReader, "facts"> {
  const all = db.all(select(""), decode);
  const ofOne = db.all(select("and bucket = $3"), decode);
  return {
    facts: (contextId, now, bucket) =>
      bucket === undefined ? all(contextId, now) : ofOne(contextId, now, bucket),
  };
}
