import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPostgresStore } from "../src/stores/postgres/open-postgres-store.ts";
import { rememberReads } from "../src/stores/remember-reads.ts";
import { openSqliteStore } from "../src/stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../src/stores/store.ts";
import { openPooledStore } from "./pooled-store.ts";
import { databaseOf, ON_POSTGRES } from "./test-database.ts";

/** An empty store of the kind that this run is about; without a folder, in memory where it can be. */
export async function openTestStore(folder?: string): Promise<Store> {
  if (ON_POSTGRES) return openPooledStore();
  if (folder === undefined) return rememberReads(openSqliteStore(":memory:"));
  const file = join(folder, "capstan.db");
  if (!existsSync(file)) await bringUp(file);
  return rememberReads(openSqliteStore(file));
}

/** The store of this folder: opened again, it has what it had. */
export async function reopenTestStore(folder: string): Promise<Store> {
  const { DATABASE_URL: url } = await databaseOf(folder);
  return url === undefined ? openTestStore(folder) : openPostgresStore(url, { connections: 2 });
}

/** A database as it is after its first start. */
let fresh: Uint8Array | undefined;

/** Bringing up its tables takes most of opening a new one: from the second on, it is copied. */
export async function bringUp(file: string): Promise<void> {
  if (fresh) return writeFileSync(file, fresh);
  await openSqliteStore(file).close();
  fresh = readFileSync(file);
}
