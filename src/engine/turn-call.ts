import type { JsonValue } from "../base/json.ts";
import type { Call } from "../gate/call.ts";
import type { Gate } from "../gate/gate.ts";
import type { ToolCall } from "../schema/message.ts";
import { profileInForce } from "../schema/profile.ts";
import type { Session } from "../schema/session.ts";
import type { OpenCall } from "./conversation.ts";
import { takeNew } from "./new-calls.ts";

/** A model's call as the gate takes it: the session's owner acts, under the session's profile. */
export function callOf(
  { keyring, policy }: Pick<Gate, "keyring" | "policy">,
  session: Session,
  item: OpenCall,
  signal: AbortSignal,
): Call {
  const { id: invocationId, turn, position, toolId } = positionOf(session, item);
  return {
    toolId,
    inputs: exactInput(keyring, item.call),
    actor: { id: session.createdBy, scopes: session.creatorScopes },
    profile: profileInForce(session, policy.profile),
    mode: session.mode,
    dryRun: item.call.dryRun === true,
    specFrozenAt: session.spec?.frozenAt ?? null,
    sessionId: session.id,
    contextId: null,
    inTurn: { invocationId, turn, position, isNew: takeNew(item.call) },
    messageId: null,
    signal,
  };
}

function exactInput(keyring: Gate["keyring"], { id, input, sealedInput }: ToolCall): JsonValue {
  return sealedInput === undefined ? input : JSON.parse(keyring.open(sealedInput, id));
}

/** Where the result of a call goes. */
export function positionOf(session: Session, { call, position }: OpenCall) {
  const { id, toolId, name } = call;
  return { id, sessionId: session.id, turn: session.turn, position, toolId: toolId ?? name };
}
