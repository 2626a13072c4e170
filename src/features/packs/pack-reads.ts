import { isJsonObject } from "../../base/json.ts";
import type { Covered } from "../../gate/call-feature.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Invocation } from "../../schema/invocation.ts";
import { PACK_READS } from "../../schema/pack.ts";

/**
 * The reads of the pack that an approved call reads, as it is now: their digests cover its bundle, so
 * that another one is asked about again. Undefined where the call reads no pack, or another by now.
 */
export async function packReads(
  gate: Pick<Gate, "setupOf">,
  { approval, invocation }: { readonly approval: Approval; readonly invocation: Invocation },
): Promise<readonly Covered[] | undefined> {
  const { sessionId, inputs } = invocation;
  const packId = packIdOf(inputs);
  if (!PACK_READS.includes(approval.toolId) || packId === undefined) return undefined;
  const covered = await Promise.all(
    PACK_READS.map(async (toolId) => {
      const { entry } = await gate.setupOf({
        toolId,
        sessionId,
        inputs,
        contextId: null,
        turn: null,
      });
      return { toolId, definition: entry.tool.digest, input: packId };
    }),
  );
  const own = covered.find(({ toolId }) => toolId === approval.toolId);
  return own?.definition === approval.binding.definition ? covered : undefined;
}

export function packIdOf(inputs: unknown): string | undefined {
  if (!isJsonObject(inputs) || typeof inputs.pack_id !== "string") return undefined;
  return inputs.pack_id;
}
