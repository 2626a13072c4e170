import { systemAudit } from "../gate/audit/system-audit.ts";
import type { Gate } from "../gate/gate.ts";

const MAX_REASON = 500;

/** An error that nothing caught, and that ends this process. Where it came from stands in the log. */
export async function noteFault(gate: Gate, error: unknown): Promise<void> {
  const reason = gate.redactor.redact(String(error)).slice(0, MAX_REASON);
  await gate.store.journal.commit("server.fail", [
    systemAudit(gate, "server.failed", "system", { reason }),
  ]);
}
