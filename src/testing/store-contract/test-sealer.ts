import { checkpointBody } from "../../base/audit/checkpoint-body.ts";
import { sha256 } from "../../base/digest.ts";
import { createKeyring, signedBy } from "../../base/keyring.ts";
import type { Checkpoint, StreamHead } from "../../schema/checkpoint.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureTime } from "../fixtures.ts";

export const { publicKey, sign } = createKeyring(new Uint8Array(32)).signer("audit");

export const isSigned = signedBy(publicKey);

/** The checkpoint that follows `last` and signs these heads. */
export function makeCheckpoint(
  heads: readonly StreamHead[],
  last: Pick<Checkpoint, "sequence" | "hash"> | undefined,
): Checkpoint {
  const sequence = (last?.sequence ?? 0) + 1;
  const at = fixtureTime(sequence);
  const body = checkpointBody({ at, previous: last?.hash ?? null, sequence, heads });
  return { sequence, body, hash: sha256(body), signature: sign(body) };
}

/** Signs all there is. */
export async function seal(store: Store): Promise<Checkpoint> {
  const heads = await store.audit.unsealedHeads();
  const checkpoint = makeCheckpoint(heads, await store.audit.lastCheckpoint());
  await store.journal.commit("test.seal", [{ type: "checkpoint.add", checkpoint, heads }]);
  return checkpoint;
}
