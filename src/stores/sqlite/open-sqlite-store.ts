import type { TellStep } from "../migration-steps.ts";
import type { Store } from "../store.ts";
import { readTables } from "../tables.ts";
import { backupTo } from "./backup.ts";
import { type Database, openDatabase } from "./database.ts";
import { createHeads } from "./heads.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createSqliteAuditReader } from "./sqlite-audit-reader.ts";
import { createSqliteJournal } from "./sqlite-journal.ts";
import { createSqliteQueries } from "./sqlite-queries.ts";
import { createWriteLog, type WriteLog } from "./write-log.ts";

/** Bringing up a new one takes most of opening it, and tests open one each: the second is a copy. */
let fresh: Uint8Array | undefined;

/** Opens the database, creating it when there is none. `:memory:` gives one that is gone on close. */
export function openSqliteStore(file: string, tell?: TellStep): Store {
  const isInMemory = file === ":memory:";
  const db = openDatabase(file, isInMemory ? fresh : undefined);
  try {
    migrate(db, MIGRATIONS, tell);
    if (isInMemory) fresh ??= db.image();
    return createSqliteStore(db, createWriteLog(db, hasLog(db) ? `${file}-wal` : null));
  } catch (error) {
    db.close();
    throw error;
  }
}

function hasLog(db: Database): boolean {
  const { journal_mode: mode } =
    db.prepare<{ journal_mode: string }>("pragma journal_mode").get() ?? {};
  return mode === "wal";
}

export function createSqliteStore(db: Database, log: WriteLog): Store {
  const touch = db.prepare("select id from migrations limit 1");
  const heads = createHeads(db);
  return {
    ...readTables(createSqliteQueries(db)),
    journal: createSqliteJournal(db, log, heads),
    audit: createSqliteAuditReader(db, heads),
    backup: (file) => backupTo(db, file),
    async ping() {
      log.check();
      touch.get();
    },
    async close() {
      log.close();
      db.close();
    },
  };
}
