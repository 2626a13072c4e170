import { CapstanError } from "../../base/errors.ts";
import { requireSession } from "../../engine/sessions/require-session.ts";
import { sessionAudit } from "../../gate/audit/system-audit.ts";
import type { Gate } from "../../gate/gate.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import { packCapabilityId } from "../../schema/pack.ts";

/**
 * From the session's next model call on, the pack's tools are among its own (P21). Enabling what is
 * enabled changes nothing, so that it may be repeated after a crash.
 */
export async function enablePackTools(
  gate: Pick<Gate, "store" | "clock" | "newId">,
  sessionId: string,
  packId: string,
  bundle: string,
  by: string,
): Promise<void> {
  await retryConflicts(async () => {
    const { attachments } = await requireSession(gate, sessionId);
    const isMeant = (one: (typeof attachments)[number]) =>
      one.capabilityId === packCapabilityId(packId) && one.pack?.digest === bundle;
    const found = attachments.find(isMeant);
    if (!found?.pack) {
      const message = `The pack "${packId}" was detached, or attached anew, meanwhile.`;
      throw new CapstanError("PACK_NOT_ATTACHED", message);
    }
    if (found.pack.toolsEnabled) return;
    const enabled = { ...found, pack: { ...found.pack, toolsEnabled: true } };
    await gate.store.journal.commit("pack.enable", [
      {
        type: "attachments.put",
        sessionId,
        attachments: attachments.map((one) => (one === found ? enabled : one)),
        expect: attachments,
      },
      sessionAudit(gate, sessionId, "pack.enabled", by, { pack_id: packId, digest: bundle }),
    ]);
  });
}
