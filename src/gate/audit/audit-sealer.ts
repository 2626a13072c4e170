import { checkpointBody } from "../../base/audit/checkpoint-body.ts";
import { type Clock, timestamp } from "../../base/clock.ts";
import { sha256 } from "../../base/digest.ts";
import { isConflict } from "../../base/errors.ts";
import type { Checkpoint } from "../../schema/checkpoint.ts";
import type { Store } from "../../stores/store.ts";

export type Sealer = {
  readonly store: Pick<Store, "audit" | "journal">;
  readonly clock: Clock;
  readonly signer: {
    /** Ed25519 over the text, base64. */
    sign(text: string): string;
  };
};

/** Signs the ends of all streams that grew since the last checkpoint; nothing when none has. */
export async function sealAudit({ store, clock, signer }: Sealer): Promise<Checkpoint | undefined> {
  // In this order: when another process seals in between, its sequence is the same, and one of the
  // two conflicts.
  const last = await store.audit.lastCheckpoint();
  const heads = await store.audit.unsealedHeads();
  if (heads.length === 0) return undefined;

  const sequence = (last?.sequence ?? 0) + 1;
  const at = timestamp(clock.now());
  const body = checkpointBody({ at, previous: last?.hash ?? null, sequence, heads });
  const checkpoint = { sequence, body, hash: sha256(body), signature: signer.sign(body) };
  try {
    await store.journal.commit("audit.seal", [{ type: "checkpoint.add", checkpoint, heads }]);
    return checkpoint;
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
}
