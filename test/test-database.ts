import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { emptySchema } from "../rig/shared-postgres.ts";

/** True in the second run of the suites that have to hold on both stores. */
export const ON_POSTGRES = process.env.CAPSTAN_TEST_STORE === "postgres";

/** Of each home that was asked for: a server that is started again finds what it left. */
const addresses = new Map<string, string>();

/** For a server's environment: the database that belongs to its home in this run. */
export async function databaseOf(home: string): Promise<{ DATABASE_URL?: string }> {
  if (!ON_POSTGRES) return {};
  const address = addresses.get(home) ?? (await emptySchema());
  addresses.set(home, address);
  return { DATABASE_URL: address };
}

/** Every row of every table of a home's database, as text, by the table's name. */
export async function tablesOf(home: string): Promise<ReadonlyMap<string, string>> {
  const address = addresses.get(home);
  return address === undefined
    ? sqliteTables(join(home, "capstan.db"))
    : await postgresTables(address);
}

function sqliteTables(file: string): ReadonlyMap<string, string> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db
      .prepare("select name from sqlite_schema where type = 'table' order by name")
      .all()
      .map((row) => String(row.name));
    return new Map(
      tables.map((table) => [table, JSON.stringify(db.prepare(`select * from "${table}"`).all())]),
    );
  } finally {
    db.close();
  }
}

export async function postgresTables(address: string): Promise<ReadonlyMap<string, string>> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = current_schema() order by 1",
    );
    // Bytes are hexadecimal digits in it.
    const selects = tables.map(
      ({ name }) =>
        `select '${name}' as name, coalesce(json_agg(t order by t::text)::text, '') as text from "${name}" t`,
    );
    type Table = { name: string; text: string };
    const { rows } = await client.query<Table>(selects.join(" union all "));
    return new Map(rows.map(({ name, text }) => [name, text]));
  } finally {
    await client.end();
  }
}
