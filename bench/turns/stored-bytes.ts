import { DatabaseSync } from "node:sqlite";
import pg from "pg";

const DEADLINE_MS = 10_000;

/** Of a SQLite file in use, with what is still in its log. */
export function fileBytes(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const row = db
      .prepare("select page_count * page_size as bytes from pragma_page_count, pragma_page_size")
      .get();
    return Number(row?.bytes);
  } finally {
    db.close();
  }
}

/** Of a PostgreSQL database, with its indexes and what vacuum has not taken back yet. */
export async function databaseBytes(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, query_timeout: DEADLINE_MS });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      "select pg_database_size(current_database()) as bytes",
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}
