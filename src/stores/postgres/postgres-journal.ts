import { findAcceptAndMove, writeAcceptAndMove } from "../accept-and-move.ts";
import type { Change, Journal } from "../journal.ts";
import { shareTexts } from "../share-texts.ts";
import { fragmentsOf } from "../table.ts";
import { TABLE_WRITES } from "../tables.ts";
import { checkpointWrites } from "./add-checkpoint.ts";
import { appendLogs, type LogChange } from "./append-logs.ts";
import { blobWrites } from "./blob-writes.ts";
import { composeStep, type Part } from "./compose-step.ts";
import type { Database, Query } from "./database.ts";
import { eraseSession } from "./erase-session.ts";
import { createInOrder } from "./in-order.ts";
import { wasUndone } from "./translate-error.ts";

const WRITES = { ...TABLE_WRITES, ...blobWrites, ...checkpointWrites };

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
      const fragments: Part[] = [];
      const started = findAcceptAndMove(changes);
      for (const change of changes) {
        if (change === started?.move) continue;
        if (change === started?.accept) fragments.push(...writeAcceptAndMove(started));
        else if (isLogChange(change)) logs.push(change);
        else if (change.type === "session.erase")
          fragments.push(...(await eraseSession(db, change)));
        else fragments.push(...fragmentsOf(WRITES, change));
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
