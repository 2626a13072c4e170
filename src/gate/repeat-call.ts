import type { Invocation } from "../schema/invocation.ts";
import { profileInForce } from "../schema/profile.ts";
import type { Call, Waiting } from "./call.ts";
import type { Gate } from "./gate.ts";

/** A stored call as it would be made now: its session's profile and spec, not those of the asking. */
export async function repeatCall(
  { store, policy }: Pick<Gate, "store" | "policy">,
  invocation: Invocation,
  signal: AbortSignal | null,
  waiting: Waiting = {},
): Promise<Call> {
  const { toolId, inputs, actor, scopes, mode, dryRun, sessionId, contextId, messageId } =
    invocation;
  const { parent, turn } = invocation;
  const session = sessionId === null ? undefined : await store.sessions.get(sessionId);
  return {
    toolId,
    inputs,
    actor: { id: actor, scopes },
    profile: profileInForce(session, policy.profile),
    mode,
    dryRun,
    specFrozenAt: session?.spec?.frozenAt ?? null,
    sessionId,
    contextId,
    inTurn: null,
    messageId,
    signal,
    ...(parent && { parent: { ...parent, turn, approved: [] } }),
    ...waiting,
  };
}
