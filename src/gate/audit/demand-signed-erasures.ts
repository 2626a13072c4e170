import type { Gate } from "../gate.ts";
import { systemAudit } from "./system-audit.ts";

const NOTE = "audit.erasures";

/**
 * Versions before 0.2 did not sign their records of erasures. This one says once, before the first
 * checkpoint that it makes, that no unsigned one counts from there on.
 */
export function demandSignedErasures(
  parts: Pick<Gate, "store" | "clock" | "newId">,
): () => Promise<void> {
  let isSaid = false;
  return async () => {
    isSaid ||= (await parts.store.system.note(NOTE)) !== undefined;
    if (isSaid || (await parts.store.audit.unsealedHeads()).length === 0) return;
    await parts.store.journal.commit("audit.demand", [
      { type: "note.put", name: NOTE, value: "signed" },
      systemAudit(parts, "erasures.signed", "system", {}),
    ]);
    isSaid = true;
  };
}
