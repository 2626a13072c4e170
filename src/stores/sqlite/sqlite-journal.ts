import { findAcceptAndMove, writeAcceptAndMove } from "../accept-and-move.ts";
import type { Fragment } from "../fragment.ts";
import type { Change, Journal } from "../journal.ts";
import { shareTexts } from "../share-texts.ts";
import { fragmentsOf } from "../table.ts";
import { TABLE_WRITES } from "../tables.ts";
import { createCheckpointWriter } from "./add-checkpoint.ts";
import { createLogAppender } from "./append-logs.ts";
import { isOfASession } from "./audit-position.ts";
import { blobWrites } from "./blob-writes.ts";
import type { Database } from "./database.ts";
import { createSessionEraser } from "./erase-session.ts";
import type { Heads } from "./heads.ts";
import { createFragmentRunner } from "./run-fragment.ts";
import type { WriteLog } from "./write-log.ts";

const WRITES = { ...TABLE_WRITES, ...blobWrites };

export function createSqliteJournal(db: Database, log: WriteLog, heads: Heads): Journal {
  const run = createFragmentRunner(db);
  const logs = createLogAppender(db, heads);
  const addCheckpoint = createCheckpointWriter(db, heads);
  const eraseSession = createSessionEraser(db, run);

  function runAll(fragments: readonly Fragment[]): void {
    for (const fragment of fragments) run(fragment);
  }

  /** Inside the open transaction. */
  function apply(change: Change): void {
    if (change.type === "event.add") logs.addEvent(change.event);
    else if (change.type === "audit.add") logs.addRecord(change.entry);
    else if (change.type === "checkpoint.add") addCheckpoint(change);
    else if (change.type === "session.erase") eraseSession(change);
    else runAll(fragmentsOf(WRITES, change));
  }

  function write(changes: readonly Change[]): void {
    let committed = false;
    const both = findAcceptAndMove(changes);
    const applyAll = () => {
      heads.begin();
      for (const change of changes) {
        if (change === both?.accept) runAll(writeAcceptAndMove(both));
        else if (change !== both?.move) apply(change);
      }
      heads.save();
    };
    try {
      if (isOneStatement(changes)) applyAll();
      else db.transaction("immediate", applyAll);
      committed = true;
    } finally {
      heads.end(committed);
    }
  }

  return {
    async commit(_step, given, durable = "now") {
      const changes = shareTexts(given);
      log.check();
      try {
        write(changes);
      } catch (error) {
        // Another process appended meanwhile: with its records read, no row can be taken.
        if (!heads.wasOvertaken()) throw error;
        write(changes);
      }
      const synced = log.committed(durable);
      if (synced) await synced;
    },
    flush: log.flush,
  };
}

/** A statement by itself is a transaction: most calls leave one record, and are spared two more. */
function isOneStatement([change, ...more]: readonly Change[]): boolean {
  return more.length === 0 && change?.type === "audit.add" && !isOfASession(change.entry.stream);
}
