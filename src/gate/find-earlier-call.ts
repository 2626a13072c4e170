import { digest } from "../base/digest.ts";
import { CapstanError } from "../base/errors.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Call } from "./call.ts";
import { findInvocation } from "./find-invocation.ts";
import type { Gate } from "./gate.ts";

/** The same call, made before: by its place in a turn, or by the caller's message id (S40). */
export async function findEarlierCall(gate: Gate, call: Call): Promise<Invocation | undefined> {
  if (call.inTurn?.isNew) return undefined;
  if (call.inTurn) return findInvocation(gate.store, call.inTurn.invocationId);
  if (!call.messageId) return undefined;
  const earlier = await gate.store.invocations.getByMessageId(call.actor.id, call.messageId);
  if (earlier && isOther(earlier, call)) throw reused(call.messageId);
  return earlier;
}

/** Calls that were stored before they had this digest are taken at their word. */
function isOther({ toolId, givenDigest }: Invocation, call: Call): boolean {
  return toolId !== call.toolId || (givenDigest !== "" && givenDigest !== digest(call.inputs));
}

/** An id is for one request: to answer the first one's outcome would drop the second in silence. */
export function reused(messageId: string): CapstanError {
  const message = `The message id "${messageId}" was used for something else. Send a new id.`;
  return new CapstanError("MESSAGE_ID_REUSED", message, { details: { message_id: messageId } });
}
