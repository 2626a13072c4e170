import { join } from "node:path";
import { emptySchema } from "../rig/shared-postgres.ts";
import type { Store } from "../src/ports/store.ts";
import { openPostgresStore } from "../src/stores/postgres/open-postgres-store.ts";
import { rememberReads } from "../src/stores/remember-reads.ts";
import { openSqliteStore } from "../src/stores/sqlite/open-sqlite-store.ts";
import { ON_POSTGRES } from "./test-database.ts";

/** An empty store of the kind that this run is about; without a folder, in memory where it can be. */
export async function openTestStore(folder?: string): Promise<Store> {
  if (ON_POSTGRES) return openPostgresStore(await emptySchema(), { connections: 4 });
  const file = folder === undefined ? ":memory:" : join(folder, "capstan.db");
  return rememberReads(openSqliteStore(file));
}
