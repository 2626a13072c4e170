import type { Change, Journal } from "../../ports/journal.ts";
import { findAcceptAndMove } from "../accept-and-move.ts";
import { shareTexts } from "../share-texts.ts";
import { agentWriters } from "./agent-writers.ts";
import { appendLogs } from "./append-logs.ts";
import { approvalWriters } from "./approval-writers.ts";
import { checkpointWriters } from "./checkpoint-writers.ts";
import { composeStep } from "./compose-step.ts";
import { contextWriters } from "./context-writers.ts";
import { customWriters } from "./custom-writers.ts";
import type { Database, Query } from "./database.ts";
import { deliveryWriters } from "./delivery-writers.ts";
import { eraseSession } from "./erase-session.ts";
import { fileWriters } from "./file-writers.ts";
import type { Fragment } from "./fragment.ts";
import { grantWriters } from "./grant-writers.ts";
import { createInOrder } from "./in-order.ts";
import { invocationWriters } from "./invocation-writers.ts";
import { ledgerWriters } from "./ledger-writers.ts";
import { messageWriters } from "./message-writers.ts";
import { secretWriters } from "./secret-writers.ts";
import { sessionWriters } from "./session-writers.ts";
import { systemWriters } from "./system-writers.ts";
import { tokenWriters } from "./token-writers.ts";
import { wasUndone } from "./translate-error.ts";
import { writeAcceptAndMove } from "./write-accept-and-move.ts";
import type { LogChange, Writers } from "./writers.ts";

const writers: Writers = {
  ...agentWriters,
  ...tokenWriters,
  ...sessionWriters,
  ...messageWriters,
  ...invocationWriters,
  ...ledgerWriters,
  ...approvalWriters,
  ...grantWriters,
  ...secretWriters,
  ...systemWriters,
  ...customWriters,
  ...contextWriters,
  ...fileWriters,
  ...deliveryWriters,
  ...checkpointWriters,
};

const MAX_ATTEMPTS = 3;
const PATIENCE_MS = 10_000;

export function createPostgresJournal(db: Database): Journal {
  const inOrder = createInOrder(PATIENCE_MS);

  async function commit(queries: readonly Query[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.commit(queries);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !wasUndone(error)) throw error;
      }
    }
  }

  return {
    async commit(_step, given) {
      const changes = shareTexts(given);
      const logs: LogChange[] = [];
      const fragments: Fragment[] = [];
      const started = findAcceptAndMove(changes);
      for (const change of changes) {
        if (change === started?.move) continue;
        if (change === started?.accept) fragments.push(...writeAcceptAndMove(started));
        else if (isLogChange(change)) logs.push(change);
        else if (change.type === "session.erase")
          fragments.push(...(await eraseSession(db, change)));
        else fragments.push(...write(writers, change));
      }
      const { streams, parts } = appendLogs(logs);
      const queries = composeStep(fragments, parts);
      await inOrder(streams, () => commit(queries));
    },
    // Every commit was durable when it was answered.
    async flush() {},
  };
}

function isLogChange(change: Change): change is LogChange {
  return change.type === "event.add" || change.type === "audit.add";
}

type RowChange = Exclude<Change, LogChange | { readonly type: "session.erase" }>;

function write<T extends RowChange["type"]>(
  of: Writers<T>,
  change: Extract<RowChange, { type: T }>,
): readonly Fragment[] {
  const type: T = change.type;
  return of[type](change);
}
