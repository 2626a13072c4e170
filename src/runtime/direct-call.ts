import type { Call } from "./call.ts";
import type { Gate } from "./gate.ts";

/** A call outside any turn, made by someone rather than by a model; what is left out is ordinary. */
export function directCall(
  { policy }: Pick<Gate, "policy">,
  wanted: Pick<Call, "toolId" | "inputs" | "actor"> & Partial<Call>,
): Call {
  return {
    profile: policy.profile,
    mode: "execution",
    dryRun: false,
    sessionId: null,
    contextId: null,
    place: null,
    messageId: null,
    signal: null,
    ...wanted,
  };
}
