import { profileInForce } from "../schema/profile.ts";
import type { Session } from "../schema/session.ts";
import type { Call } from "./call.ts";
import type { Gate } from "./gate.ts";

/** A call outside any turn, as far as its caller says something of it. */
export type DirectCall = Pick<Call, "toolId" | "inputs" | "actor"> & Partial<Call>;

/** A call outside any turn, made by someone rather than by a model; what is left out is ordinary. */
export function directCall(
  { policy }: Pick<Gate, "policy">,
  wanted: DirectCall,
  session?: Session,
): Call {
  return {
    profile: profileInForce(session, policy.profile),
    mode: "execution",
    dryRun: false,
    specFrozenAt: session?.spec?.frozenAt ?? null,
    sessionId: session?.id ?? null,
    contextId: null,
    inTurn: null,
    messageId: null,
    signal: null,
    ...wanted,
    // A session that only plans does not execute because a caller says so.
    ...(session?.mode === "planning" && { mode: "planning" }),
  };
}
