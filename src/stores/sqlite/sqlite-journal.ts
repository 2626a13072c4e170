import type { Change, Journal } from "../../ports/journal.ts";
import { prepareAgentAppliers } from "./agent-appliers.ts";
import type { Appliers } from "./appliers.ts";
import { prepareApprovalAppliers } from "./approval-appliers.ts";
import type { Database } from "./database.ts";
import { createHeads, type Heads } from "./heads.ts";
import { prepareInvocationAppliers } from "./invocation-appliers.ts";
import { prepareLedgerAppliers } from "./ledger-appliers.ts";
import { prepareLogAppliers } from "./log-appliers.ts";
import { prepareMessageAppliers } from "./message-appliers.ts";
import { prepareSessionAppliers } from "./session-appliers.ts";
import { prepareTokenAppliers } from "./token-appliers.ts";

export function createSqliteJournal(db: Database): Journal {
  const heads = createHeads(db);
  const appliers: Appliers = {
    ...prepareAgentAppliers(db),
    ...prepareTokenAppliers(db),
    ...prepareSessionAppliers(db),
    ...prepareMessageAppliers(db),
    ...prepareInvocationAppliers(db),
    ...prepareLedgerAppliers(db),
    ...prepareApprovalAppliers(db),
    ...prepareLogAppliers(db),
  };

  return {
    async commit(_step, changes) {
      let committed = false;
      try {
        db.transaction("immediate", () => {
          for (const change of changes) apply(appliers, change, heads);
          heads.save();
        });
        committed = true;
      } finally {
        heads.settle(committed);
      }
    },
  };
}

function apply<T extends Change["type"]>(
  appliers: Appliers<T>,
  change: Extract<Change, { type: T }>,
  heads: Heads,
): void {
  const type: T = change.type;
  appliers[type](change, heads);
}
