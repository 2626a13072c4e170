import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { type PostgresServer, startPostgres } from "./postgres.ts";

type OnFinished = (then: () => void) => void;

const START_DEADLINE_MS = 30_000;

let own: Promise<PostgresServer> | undefined;

/**
 * The address of a PostgreSQL for tests: the one in DATABASE_URL, the one of this test run
 * (rig/postgres-setup.ts), or else one that ends with this process.
 */
async function sharedPostgres(): Promise<string> {
  const { DATABASE_URL, CAPSTAN_TEST_POSTGRES } = process.env;
  if (DATABASE_URL) return DATABASE_URL;
  if (!CAPSTAN_TEST_POSTGRES) {
    own ??= startPostgres({ fsync: false });
    return (await own).url;
  }
  const signal = AbortSignal.timeout(START_DEADLINE_MS);
  const response = await fetch(CAPSTAN_TEST_POSTGRES, { signal });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/**
 * An address on that server whose tables are empty and nobody else's, until the test has finished.
 * A schema is emptied and used again: to make its tables takes ten times as long. Tests that run at
 * once say by their own context when they have finished.
 */
export async function emptySchema(finished: OnFinished = onTestFinished): Promise<string> {
  const server = await sharedPostgres();
  const name = spare.pop() ?? `test_${randomUUID().replaceAll("-", "")}`;
  try {
    finished(() => void spare.push(name));
  } catch {
    // Asked for in a hook, for a whole file: it is not used again.
  }
  await ask(server, `create schema if not exists ${name}`);
  await emptyTables(name);
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${name}`);
  return url.href;
}

/** A schema of its own that `emptyTables` empties, and that nobody else is given. */
export async function ownSchema(): Promise<{ readonly name: string; readonly url: string }> {
  const url = await emptySchema(() => {});
  const options = new URL(url).searchParams.get("options") ?? "";
  return { name: options.slice(options.indexOf("=") + 1), url };
}

export async function emptyTables(schema: string): Promise<void> {
  await ask(await sharedPostgres(), EMPTY.replaceAll("{schema}", schema));
}

const spare: string[] = [];

/** Tests that run at once share the connection, and it takes one question at a time. */
let before: Promise<void> = Promise.resolve();

async function ask(server: string, statement: string): Promise<void> {
  const answered = before.then(async () => {
    desk ??= connect(server);
    await (await desk).query(statement);
  });
  before = answered.catch(() => {});
  await answered;
}

/** One for all schemas of a worker: each connection is a process of the server. */
let desk: Promise<Client> | undefined;

async function connect(server: string): Promise<Client> {
  const client = new Client({ connectionString: server });
  // Cut by a test that cuts all of them, or with the server: the next one to ask connects anew.
  client.on("error", () => {
    desk = undefined;
  });
  await client.connect();
  // Its types leave this out.
  (client as Client & { unref(): void }).unref();
  return client;
}

// Tables that refer to others come first.
const EMPTY = `do $$
  declare name text;
  begin
    for name in select relname from pg_class
      where relnamespace = '{schema}'::regnamespace and relkind = 'r' and relname <> 'migrations'
      order by (select count(*) from pg_constraint
        where conrelid = pg_class.oid and contype = 'f') desc
    loop
      -- the two of the first start, which a migration makes
      execute format(case name when 'principals'
        then 'delete from {schema}.%I where id not in (''prn_owner'', ''prn_admin'')'
        else 'delete from {schema}.%I' end, name);
    end loop;
  end $$`;
