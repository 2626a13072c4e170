import { systemAudit } from "../gate/audit/system-audit.ts";
import type { Gate } from "../gate/gate.ts";

const NOTE = "policy.version";

/** A start under other rules than the last one's is on record. */
export async function notePolicy(gate: Gate): Promise<void> {
  const { version, profile } = gate.policy;
  const before = await gate.store.system.note(NOTE);
  if (before === version) return;
  const changed = { from: before ?? null, to: version, profile };
  await gate.store.journal.commit("policy.change", [
    { type: "note.put", name: NOTE, value: version },
    ...(before === undefined ? [] : [systemAudit(gate, "policy.changed", "system", changed)]),
  ]);
}
