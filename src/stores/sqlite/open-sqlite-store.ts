import type { Store } from "../../ports/store.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createSqliteAgentReader } from "./sqlite-agent-reader.ts";
import { createSqliteApprovalReader } from "./sqlite-approval-reader.ts";
import { createSqliteAuditReader } from "./sqlite-audit-reader.ts";
import { createSqliteInvocationReader } from "./sqlite-invocation-reader.ts";
import { createSqliteJournal } from "./sqlite-journal.ts";
import { createSqliteSessionReader } from "./sqlite-session-reader.ts";
import { createSqliteTokenReader } from "./sqlite-token-reader.ts";

/** Opens the database, creating it when there is none. `:memory:` gives one that is gone on close. */
export function openSqliteStore(file: string): Store {
  const db = openDatabase(file);
  try {
    migrate(db, MIGRATIONS);
    return createSqliteStore(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

export function createSqliteStore(db: Database): Store {
  const touch = db.prepare("select id from migrations limit 1");
  return {
    journal: createSqliteJournal(db),
    agents: createSqliteAgentReader(db),
    tokens: createSqliteTokenReader(db),
    sessions: createSqliteSessionReader(db),
    invocations: createSqliteInvocationReader(db),
    approvals: createSqliteApprovalReader(db),
    audit: createSqliteAuditReader(db),
    async ping() {
      touch.get();
    },
    async close() {
      db.close();
    },
  };
}
