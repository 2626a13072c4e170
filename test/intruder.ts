import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { emptySchema } from "../rig/shared-postgres.ts";
import { bodyHash } from "../src/base/audit/erased-body.ts";
import { chainLink } from "../src/base/audit/hash-chain.ts";
import { sha256 } from "../src/base/digest.ts";
import { openPostgresStore } from "../src/stores/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../src/stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../src/stores/store.ts";
import { temporaryDatabase } from "../src/testing/temporary-database.ts";
import { ON_POSTGRES } from "./test-database.ts";

export type Row = { stream: string; sequence: number; body: string; hash: string };

const TABLES = ["audit", "heads", "checkpoints", "checkpoint_heads"];
/** The order of writing, in the words of each database. */
const POSITION = ON_POSTGRES ? "position" : "rowid";
const INTO_AUDIT = ON_POSTGRES
  ? "insert into audit overriding system value select * from"
  : "insert into audit (rowid, stream, sequence, body, hash) select * from";

/** An empty database of this run, which any number of stores can open, and someone who writes to it. */
export async function openIntruded() {
  const address = ON_POSTGRES ? await emptySchema() : temporaryDatabase();
  const open = async (): Promise<Store> =>
    ON_POSTGRES ? openPostgresStore(address, { connections: 2 }) : openSqliteStore(address);
  await (await open()).close();
  const run = ON_POSTGRES ? await toPostgres(address) : toSqlite(address);
  return { open, ...createIntruder(run) };
}

type Run = (sql: string, ...values: (string | number)[]) => Promise<Row[]>;

function toSqlite(file: string): Run {
  const db = new DatabaseSync(file);
  // An intruder does not stop at a constraint.
  db.exec("drop index audit_of_sessions");
  onTestFinished(() => db.close());
  return async (sql, ...values) =>
    db.prepare(sql.replaceAll("$", "?")).all(...values) as unknown as Row[];
}

async function toPostgres(address: string): Promise<Run> {
  const client = new Client({ connectionString: address });
  await client.connect();
  onTestFinished(() => client.end());
  return async (sql, ...values) => {
    const { rows } = await client.query<Row>(sql, values);
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
  };
}

/** Whoever can write the tables, and has no key. */
function createIntruder(run: Run) {
  const rows = (where = "stream <> ''") =>
    run(`select stream, sequence, body, hash from audit where ${where} order by ${POSITION}`);
  const setBody = ({ stream, sequence }: Row, body: string) =>
    run("update audit set body = $1 where stream = $2 and sequence = $3", body, stream, sequence);

  return {
    run,
    rows,
    setBody,
    /** Appends to a stream as Capstan would. */
    async append(stream: string, body: string) {
      const last = (await rows(`stream = '${stream}'`)).at(-1);
      const sequence = (last?.sequence ?? 0) + 1;
      const hash = chainLink(
        last?.hash ?? sha256(`capstan.audit:${stream}`),
        sequence,
        bodyHash(body),
      );
      const { ts } = JSON.parse(body);
      await (ON_POSTGRES
        ? run(
            "insert into audit (stream, sequence, body, hash, ts) values ($1, $2, $3, $4, $5)",
            ...[stream, sequence, body, hash, ts],
          )
        : run(
            "insert into audit (stream, sequence, body, hash) values ($1, $2, $3, $4)",
            ...[stream, sequence, body, hash],
          ));
      if (!ON_POSTGRES && !stream.startsWith("session_")) return;
      await run(
        "update heads set records = $1, hash = $2 where stream = $3",
        sequence,
        hash,
        stream,
      );
    },
    /** Keeps a copy of the whole log under a name. */
    async copy(name: string) {
      for (const table of TABLES) {
        const columns = table === "audit" && !ON_POSTGRES ? "rowid as position, *" : "*";
        await run(`drop table if exists ${name}_${table}`);
        await run(`create temp table ${name}_${table} as select ${columns} from ${table}`);
      }
    },
    /** Puts a copy in the place of the log. */
    async putBack(name: string) {
      for (const table of TABLES) {
        await run(`delete from ${table}`);
        const into = table === "audit" ? INTO_AUDIT : `insert into ${table} select * from`;
        await run(`${into} ${name}_${table}`);
      }
    },
    async empty() {
      for (const table of TABLES) await run(`delete from ${table}`);
    },
  };
}

export type Intruder = ReturnType<typeof createIntruder>;
