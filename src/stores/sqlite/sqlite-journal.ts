import type { Change, Journal } from "../../ports/journal.ts";
import { findAcceptAndMove } from "../accept-and-move.ts";
import { shareTexts } from "../share-texts.ts";
import { prepareAcceptAndMove } from "./accept-and-move.ts";
import { prepareAgentAppliers } from "./agent-appliers.ts";
import type { Appliers } from "./appliers.ts";
import { prepareApprovalAppliers } from "./approval-appliers.ts";
import { isOfASession } from "./audit-place.ts";
import { prepareCheckpointAppliers } from "./checkpoint-appliers.ts";
import { prepareContextAppliers } from "./context-appliers.ts";
import { prepareCustomAppliers } from "./custom-appliers.ts";
import type { Database } from "./database.ts";
import { prepareDeliveryAppliers } from "./delivery-appliers.ts";
import { prepareErasureAppliers } from "./erasure-appliers.ts";
import { prepareFileAppliers } from "./file-appliers.ts";
import { prepareGrantAppliers } from "./grant-appliers.ts";
import type { Heads } from "./heads.ts";
import { prepareInvocationAppliers } from "./invocation-appliers.ts";
import { prepareLedgerAppliers } from "./ledger-appliers.ts";
import { prepareLogAppliers } from "./log-appliers.ts";
import { prepareMessageAppliers } from "./message-appliers.ts";
import { prepareSecretAppliers } from "./secret-appliers.ts";
import { prepareSeenToolAppliers } from "./seen-tool-appliers.ts";
import { prepareSessionAppliers } from "./session-appliers.ts";
import { prepareSystemAppliers } from "./system-appliers.ts";
import { prepareTokenAppliers } from "./token-appliers.ts";
import type { WriteLog } from "./write-log.ts";

export function createSqliteJournal(db: Database, log: WriteLog, heads: Heads): Journal {
  const appliers: Appliers = {
    ...prepareAgentAppliers(db),
    ...prepareTokenAppliers(db),
    ...prepareSessionAppliers(db),
    ...prepareMessageAppliers(db),
    ...prepareInvocationAppliers(db),
    ...prepareLedgerAppliers(db),
    ...prepareApprovalAppliers(db),
    ...prepareGrantAppliers(db),
    ...prepareSecretAppliers(db),
    ...prepareSystemAppliers(db),
    ...prepareSeenToolAppliers(db),
    ...prepareCustomAppliers(db),
    ...prepareContextAppliers(db),
    ...prepareFileAppliers(db),
    ...prepareErasureAppliers(db),
    ...prepareDeliveryAppliers(db),
    ...prepareCheckpointAppliers(db),
    ...prepareLogAppliers(db),
  };

  const acceptAndMove = prepareAcceptAndMove(db);

  function write(changes: readonly Change[]): void {
    let committed = false;
    const both = findAcceptAndMove(changes);
    const applyAll = () => {
      heads.begin();
      for (const change of changes) {
        if (change === both?.accept) acceptAndMove(both);
        else if (change !== both?.move) apply(appliers, change, heads);
      }
      heads.save();
    };
    try {
      if (isOneStatement(changes)) applyAll();
      else db.transaction("immediate", applyAll);
      committed = true;
    } finally {
      heads.settle(committed);
    }
  }

  return {
    async commit(_step, given, durable = "now") {
      const changes = shareTexts(given);
      log.check();
      try {
        write(changes);
      } catch (error) {
        // Another process appended meanwhile: with its records read, no place can be taken.
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

function apply<T extends Change["type"]>(
  appliers: Appliers<T>,
  change: Extract<Change, { type: T }>,
  heads: Heads,
): void {
  const type: T = change.type;
  appliers[type](change, heads);
}
