import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import pg from "pg";
import { startPostgres } from "../rig/postgres.ts";
import { auditBody } from "../src/schema/audit-body.ts";
import { openPostgresStore } from "../src/stores/postgres/open-postgres-store.ts";
import { openLink } from "../src/stores/queue/postgres/link.ts";
import { createPostgresSignals } from "../src/stores/queue/postgres/postgres-signals.ts";
import type { Store } from "../src/stores/store.ts";
import * as make from "../src/testing/fixtures.ts";
import { measure, type Scale } from "./measure.ts";
import { quantile } from "./quantile.ts";
import { plusMinus, type Row, ratio, times } from "./report.ts";

const CLIENTS = 32;
const ROUNDS = 7;

/** What the journal costs on PostgreSQL beside the same rows in bare SQL, both as durable. */
export async function benchPostgres(scale: Scale): Promise<Row[]> {
  const server = process.env.DATABASE_URL ? undefined : await startPostgres({ fsync: true });
  const url = process.env.DATABASE_URL ?? server?.url ?? "";
  const store = await openPostgresStore(url, { connections: CLIENTS });
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  // Those that are idle when the server stops.
  pool.on("error", () => {});
  try {
    await pool.query(FLOOR_TABLES);
    return [
      ...(await benchStep(store, pool, scale)),
      await benchChains(store, pool, scale.runs * 10),
      await benchLatency(store, url, scale.runs),
    ];
  } finally {
    await pool.query("drop table floor_messages, floor_events, floor_audit, floor_heads");
    await pool.end();
    await store.close();
    await server?.stop();
  }
}

const FLOOR_TABLES = `
  drop table if exists floor_messages, floor_events, floor_audit, floor_heads;
  create table floor_messages as select * from messages limit 0;
  alter table floor_messages add primary key (session_id, turn, position);
  create table floor_events as select * from events limit 0;
  alter table floor_events add primary key (session_id, sequence);
  create table floor_audit (
    position bigint generated always as identity unique, stream text, sequence bigint, body text,
    hash text, ts text, invocation_id text, tool_id text, primary key (stream, sequence));
  create index on floor_audit (invocation_id, position);
  create table floor_heads as select * from heads limit 0;
  alter table floor_heads add primary key (stream)`;

let n = 0;

/** A step of a turn: a message, two events and a record, at the end of their streams. */
async function benchStep(store: Store, pool: pg.Pool, scale: Scale) {
  const session = make.fixtureId("session", 1_000_000);
  const client = await pool.connect();
  const sql = (name: string, text: string, values: unknown[]) =>
    client.query({ name, text, values });
  const at = make.fixtureTime();
  const body = JSON.stringify(make.makeAuditEntry());
  const HEAD = "update floor_heads set events = $2, records = $3, hash = $4 where stream = $1";
  const INSERTS = {
    message: insertInto(
      "floor_messages",
      "session_id, turn, position, id, role, content, created_at",
    ),
    event: insertInto("floor_events", "session_id, sequence, id, type, turn, ts, data"),
    record: insertInto("floor_audit", "stream, sequence, body, hash, ts, invocation_id, tool_id"),
  };
  await client.query("insert into floor_heads values ($1, 0, 0, '', '')", [session]);
  const [floor, step] = await measure(
    [
      {
        name: "the same rows in bare SQL",
        async run() {
          n += 1;
          await client.query("begin");
          await sql("m", INSERTS.message, [session, n, 0, `msg_${n}`, "tool", "5", at]);
          for (const sequence of [2 * n, 2 * n + 1]) {
            await sql("e", INSERTS.event, [session, sequence, `evt_${n}`, "tool", 1, at, "{}"]);
          }
          await sql("a", INSERTS.record, [session, n, body, "hash", at, `inv_${n}`, "tool"]);
          await sql("h", HEAD, [session, 2 * n + 1, n, "hash"]);
          await client.query("commit");
        },
      },
      {
        name: "durable step",
        async run() {
          n += 1;
          await store.journal.commit("bench.step", [
            { type: "message.add", message: make.makeMessage({ sessionId: session, turn: n }) },
            { type: "event.add", event: make.makeEvent({ sessionId: session }) },
            { type: "event.add", event: make.makeEvent({ sessionId: session }) },
            { type: "audit.add", entry: make.makeAuditEntry({ stream: session }) },
          ]);
        },
      },
    ],
    scale,
  );
  client.release();
  return [ratio(step, floor, 1.5)];
}

function insertInto(table: string, columns: string): string {
  const places = columns.split(", ").map((_, index) => `$${index + 1}`);
  return `insert into ${table} (${columns}) values (${places.join(", ")})`;
}

/** Records on as many streams as there are clients, beside the same rows that nothing links. */
async function benchChains(store: Store, pool: pg.Pool, count: number): Promise<Row> {
  const text = insertInto(
    "floor_audit",
    "stream, sequence, body, hash, ts, invocation_id, tool_id",
  );
  const samples: { readonly loose: number; readonly chained: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const loose = await rateOf(count, async (client) => {
      n += 1;
      const entry = make.makeAuditEntry({ stream: `loose_${client}` });
      const { stream, ts, invocationId, toolId } = entry;
      const values = [stream, n, auditBody(entry), "hash", ts, invocationId, toolId];
      await pool.query({ name: "loose", text, values });
    });
    const chained = await rateOf(count, async (client) => {
      const entry = make.makeAuditEntry({ stream: make.fixtureId("session", client) });
      await store.journal.commit("bench.chain", [{ type: "audit.add", entry }]);
    });
    // Round 0 warms up.
    if (round > 0) samples.push({ loose, chained });
  }
  // Of neighbours, because the machine's speed changes between rounds.
  const shares = samples.map(({ loose, chained }) => chained / loose);
  const share = quantile(shares, 0.5);
  const spread = (quantile(shares, 0.9) - quantile(shares, 0.1)) / 2 / share;
  const median = (name: "loose" | "chained") =>
    quantile(
      samples.map((sample) => sample[name]),
      0.5,
    ).toFixed(0);
  return {
    name: `audit records a second, ${CLIENTS} streams on ${CLIENTS} connections`,
    against: "without a chain",
    figure: times(share),
    target: "≥ 0.6 ×",
    met: share >= 0.6,
    details: `${median("chained")} / ${median("loose")}, ${plusMinus(spread)}`,
  };
}

async function rateOf(count: number, run: (client: number) => Promise<void>): Promise<number> {
  let left = count;
  const before = performance.now();
  const client = async (number: number) => {
    while (left-- > 0) await run(number);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return (count * 1_000) / (performance.now() - before);
}

/** From the end of a commit here to a subscriber in another process. */
async function benchLatency(store: Store, url: string, count: number): Promise<Row> {
  const sessionId = make.fixtureId("session", 2_000_000);
  const child = spawn(process.execPath, [import.meta.filename, url, sessionId], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const heard = createInterface({ input: child.stdout });
  await once(heard, "line");
  const link = openLink(url);
  const signals = createPostgresSignals(link);
  const delays: number[] = [];
  for (let time = 0; time < count; time++) {
    await store.journal.commit("bench.event", [
      { type: "event.add", event: make.makeEvent({ sessionId }) },
    ]);
    const committed = performance.timeOrigin + performance.now();
    const told = once(heard, "line");
    signals.notify(sessionId, "events_added");
    const [at] = await told;
    delays.push((Number(at) - committed) * 1_000);
  }
  child.stdin.end();
  await once(child, "close");
  signals.stop();
  await link.close();
  const p99 = quantile(delays, 0.99);
  return {
    name: "commit to a subscriber in another process, p99",
    against: "",
    figure: `${(p99 / 1_000).toFixed(1)} ms`,
    target: "≤ 50 ms",
    met: p99 <= 50_000,
    details: `median ${quantile(delays, 0.5).toFixed(0)} µs`,
  };
}

/** The other process: says when it is told, until its input ends. */
async function listen(url: string, sessionId: string): Promise<void> {
  const link = openLink(url);
  const signals = createPostgresSignals(link);
  signals.stop();
  signals.subscribe(sessionId, () => console.log(performance.timeOrigin + performance.now()));
  await link.query("select 1");
  // The listening connection is made in the background.
  setTimeout(() => console.log("listening"), 500);
  process.stdin.resume().on("end", async () => {
    await link.close();
  });
}

const [url, sessionId] = process.argv.slice(2);
if (import.meta.main && url && sessionId) await listen(url, sessionId);
