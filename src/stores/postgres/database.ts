import pg from "pg";
import { CapstanError } from "../../base/errors.ts";
import type { SqlValue } from "../sql.ts";
import { escapeText, unescapeText } from "./escape-text.ts";
import { isLost, translate, unknownOutcome, unreachable } from "./translate-error.ts";

export type PostgresValue = SqlValue | boolean | readonly (string | number | null)[];

export type Query = { readonly text: string; readonly values: readonly PostgresValue[] };

export type Connection = {
  /** Statements without values, several at once. */
  exec(sql: string): Promise<void>;
  all<Row>(text: string, ...values: PostgresValue[]): Promise<readonly Row[]>;
};

/** The only way to the driver: every failure leaves here as a CapstanError. */
export type Database = {
  all<Row>(text: string, ...values: PostgresValue[]): Promise<readonly Row[]>;
  /** For many rows: each as a list of its values, which is faster than as an object. */
  lists<Row extends readonly PostgresValue[]>(
    text: string,
    ...values: PostgresValue[]
  ): Promise<readonly Row[]>;
  get<Row>(text: string, ...values: PostgresValue[]): Promise<Row | undefined>;
  /** All of these or none, in one round trip. */
  commit(queries: readonly Query[]): Promise<void>;
  /** One connection for several statements. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** How many connections this process opens at most. */
  readonly connections?: number;
};

/** The server gives up first; the driver's own limit is for a server that is gone. */
const DEADLINES = {
  connectionTimeoutMillis: 5_000,
  lock_timeout: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  query_timeout: 20_000,
};

/** For a migration of large tables. */
const LONG_MS = 600_000;

/** The driver knows a limit for one query, its types do not. */
type LongQuery = pg.QueryConfig & { readonly query_timeout: number };

/** More shapes of steps than a process has; past it they are sent unprepared. */
const MAX_PREPARED = 500;

export function openDatabase(url: string, { connections = 10 }: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: checkUrl(url),
    max: connections,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "capstan",
    // So that "begin", the statements and "commit" of a step leave together.
    pipeline: true,
    types: { getTypeParser },
    ...DEADLINES,
  });
  // A connection that breaks while nobody uses it is taken out by the pool. Whoever uses one is told
  // by its query. Without a listener the driver would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const names = new Map<string, string>();
  let ended: Promise<void> | undefined;

  function prepared({ text, values }: Query): pg.QueryConfig {
    const name = names.get(text) ?? `capstan_${names.size}`;
    if (names.size >= MAX_PREPARED && !names.has(text)) return encode({ text, values });
    names.set(text, name);
    return { name, text, values: values.map(encodeValue) };
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect(pool);
    let lost = false;
    try {
      return await work(client);
    } catch (cause) {
      lost = isLost(cause);
      throw translate(cause);
    } finally {
      client.release(lost);
    }
  }

  const all = <Row>(text: string, ...values: PostgresValue[]): Promise<readonly Row[]> =>
    withClient(async (client) => {
      const { rows } = await client.query<Row & pg.QueryResultRow>(prepared({ text, values }));
      return rows;
    });

  return {
    all,
    lists: <Row extends readonly PostgresValue[]>(text: string, ...values: PostgresValue[]) =>
      withClient(async (client) => {
        const query = { ...prepared({ text, values }), rowMode: "array" as const };
        return (await client.query<Row & unknown[]>(query)).rows;
      }),
    async get<Row>(text: string, ...values: PostgresValue[]) {
      const [row] = await all<Row>(text, ...values);
      return row;
    },
    async commit(queries) {
      const [only, ...more] = queries;
      if (!only) return;
      const client = await connect(pool);
      let lost = false;
      try {
        if (more.length === 0) await client.query(prepared(only));
        else await runTogether(client, queries);
      } catch (cause) {
        lost = isLost(cause);
        throw lost ? unknownOutcome(cause) : translate(cause);
      } finally {
        client.release(lost);
      }
    },
    use: (work) =>
      withClient((client) =>
        work({
          async exec(text) {
            const query: LongQuery = { text, query_timeout: LONG_MS };
            await client.query(query);
          },
          all: async <Row>(text: string, ...values: PostgresValue[]) =>
            (await client.query<Row & pg.QueryResultRow>(encode({ text, values }))).rows,
        }),
      ),
    async close() {
      ended ??= pool.end();
      await ended;
    },
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw unreachable(cause);
  }
}

/**
 * A transaction in one round trip. Not prepared by name: what is parsed after a failure is not kept
 * by the server, and the driver would not know.
 */
async function runTogether(client: pg.PoolClient, queries: readonly Query[]): Promise<void> {
  const sent = [
    client.query("begin"),
    ...queries.map((query) => client.query(encode(query))),
    client.query("commit"),
  ];
  const results = await Promise.allSettled(sent);
  // After a failure the rest fails because of it; "commit" succeeds, and says that it undid.
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

function encode({ text, values }: Query): { text: string; values: unknown[] } {
  return { text, values: values.map(encodeValue) };
}

function encodeValue(value: PostgresValue | undefined): unknown {
  if (typeof value === "string") return escapeText(value);
  return Array.isArray(value) ? value.map(encodeValue) : value;
}

// https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
const INT8 = 20;
const TEXT = 25;

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") => {
  if (oid === TEXT) return unescapeText;
  // Sequences and counts: far below 2^53.
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text");
};

/** The driver's own message would repeat the address, and with it the password. */
function checkUrl(url: string): string {
  if (URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol)) return url;
  throw new CapstanError(
    "SETTINGS_INVALID",
    "The address of PostgreSQL is not one: it looks like postgres://user:password@host:5432/name.",
  );
}
