import type { Store } from "../../ports/store.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { inTime } from "./in-time.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createPostgresAgentReader } from "./postgres-agent-reader.ts";
import { createPostgresApprovalReader } from "./postgres-approval-reader.ts";
import { createPostgresAuditReader } from "./postgres-audit-reader.ts";
import { createPostgresContextReader } from "./postgres-context-reader.ts";
import { createPostgresFileReader } from "./postgres-file-reader.ts";
import { createPostgresGrantReader } from "./postgres-grant-reader.ts";
import { createPostgresInvocationReader } from "./postgres-invocation-reader.ts";
import { createPostgresJournal } from "./postgres-journal.ts";
import { createPostgresSessionReader } from "./postgres-session-reader.ts";
import {
  createPostgresCustomReader,
  createPostgresDeliveryReader,
  createPostgresSecretReader,
  createPostgresSeenToolReader,
  createPostgresSystemReader,
} from "./postgres-system-readers.ts";
import { createPostgresTokenReader } from "./postgres-token-reader.ts";

const PING_MS = 2_000;

/** Opens the database at an address such as `postgres://user:password@host:5432/name`. */
export async function openPostgresStore(url: string, options?: DatabaseOptions): Promise<Store> {
  const db = openDatabase(url, options);
  try {
    await migrate(db, MIGRATIONS);
    return createPostgresStore(db);
  } catch (error) {
    await db.close();
    throw error;
  }
}

export function createPostgresStore(db: Database): Store {
  return {
    journal: createPostgresJournal(db),
    agents: createPostgresAgentReader(db),
    tokens: createPostgresTokenReader(db),
    sessions: createPostgresSessionReader(db),
    invocations: createPostgresInvocationReader(db),
    approvals: createPostgresApprovalReader(db),
    grants: createPostgresGrantReader(db),
    secrets: createPostgresSecretReader(db),
    deliveries: createPostgresDeliveryReader(db),
    system: createPostgresSystemReader(db),
    seenTools: createPostgresSeenToolReader(db),
    customs: createPostgresCustomReader(db),
    contexts: createPostgresContextReader(db),
    files: createPostgresFileReader(db),
    audit: createPostgresAuditReader(db),
    async ping() {
      await inTime(db.all("select 1"), PING_MS, "PostgreSQL did not answer in time.");
    },
    close: () => db.close(),
  };
}
