import type { Store } from "../../ports/store.ts";
import { backupTo } from "./backup.ts";
import { type Database, openDatabase } from "./database.ts";
import { createHeads } from "./heads.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createSqliteAgentReader } from "./sqlite-agent-reader.ts";
import { createSqliteApprovalReader } from "./sqlite-approval-reader.ts";
import { createSqliteAuditReader } from "./sqlite-audit-reader.ts";
import { createSqliteContextReader } from "./sqlite-context-reader.ts";
import { createSqliteCustomReader } from "./sqlite-custom-reader.ts";
import { createSqliteDeliveryReader } from "./sqlite-delivery-reader.ts";
import { createSqliteFileReader } from "./sqlite-file-reader.ts";
import { createSqliteGrantReader } from "./sqlite-grant-reader.ts";
import { createSqliteInvocationReader } from "./sqlite-invocation-reader.ts";
import { createSqliteJournal } from "./sqlite-journal.ts";
import { createSqliteSecretReader } from "./sqlite-secret-reader.ts";
import { createSqliteSeenToolReader } from "./sqlite-seen-tool-reader.ts";
import { createSqliteSessionReader } from "./sqlite-session-reader.ts";
import { createSqliteSystemReader } from "./sqlite-system-reader.ts";
import { createSqliteTokenReader } from "./sqlite-token-reader.ts";
import { createWriteLog, type WriteLog } from "./write-log.ts";

/** Bringing up a new one takes most of opening it, and tests open one each: the second is a copy. */
let fresh: Uint8Array | undefined;

/** Opens the database, creating it when there is none. `:memory:` gives one that is gone on close. */
export function openSqliteStore(file: string): Store {
  const isInMemory = file === ":memory:";
  const db = openDatabase(file, isInMemory ? fresh : undefined);
  try {
    migrate(db, MIGRATIONS);
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
    journal: createSqliteJournal(db, log, heads),
    agents: createSqliteAgentReader(db),
    tokens: createSqliteTokenReader(db),
    sessions: createSqliteSessionReader(db),
    invocations: createSqliteInvocationReader(db),
    approvals: createSqliteApprovalReader(db),
    grants: createSqliteGrantReader(db),
    secrets: createSqliteSecretReader(db),
    deliveries: createSqliteDeliveryReader(db),
    system: createSqliteSystemReader(db),
    seenTools: createSqliteSeenToolReader(db),
    customs: createSqliteCustomReader(db),
    contexts: createSqliteContextReader(db),
    files: createSqliteFileReader(db),
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
