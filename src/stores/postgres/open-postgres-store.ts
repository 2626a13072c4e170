import type { TellStep } from "../migration-steps.ts";
import type { Store } from "../store.ts";
import { readTables } from "../tables.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { inTime } from "./in-time.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createPostgresAuditReader } from "./postgres-audit-reader.ts";
import { createPostgresJournal } from "./postgres-journal.ts";
import { createPostgresQueries } from "./postgres-queries.ts";

const PING_MS = 2_000;

/** Opens the database at an address such as `postgres://user:password@host:5432/name`. */
export async function openPostgresStore(
  url: string,
  options?: DatabaseOptions,
  tell?: TellStep,
): Promise<Store> {
  const db = openDatabase(url, options);
  try {
    await migrate(db, MIGRATIONS, tell);
    return createPostgresStore(db);
  } catch (error) {
    await db.close();
    throw error;
  }
}

export function createPostgresStore(db: Database): Store {
  return {
    ...readTables(createPostgresQueries(db)),
    journal: createPostgresJournal(db),
    audit: createPostgresAuditReader(db),
    async ping() {
      await inTime(db.all("select 1"), PING_MS, "PostgreSQL did not answer in time.");
    },
    close: () => db.close(),
  };
}
