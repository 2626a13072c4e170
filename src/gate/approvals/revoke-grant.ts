import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Actor } from "../../schema/actor.ts";
import { systemAudit } from "../audit/system-audit.ts";
import type { Gate } from "../gate.ts";

/** A remembered answer no longer counts; the next call asks again. */
export async function revokeGrant(gate: Gate, id: string, actor: Actor): Promise<void> {
  const grant = await gate.store.grants.get(id);
  if (!grant || grant.revokedAt !== null) {
    throw new CapstanError("GRANT_NOT_FOUND", `No grant "${id}". List them with GET /v1/grants.`);
  }
  const revokedAt = timestamp(gate.clock.now());
  await gate.store.journal.commit("grant.revoke", [
    { type: "grant.revoke", id, revokedBy: actor.id, revokedAt },
    systemAudit(gate, "grant.revoked", actor.id, { grant_id: id, tool_id: grant.toolId }),
  ]);
}
