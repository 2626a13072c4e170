import type { Invocation } from "../schema/invocation.ts";
import type { Call } from "./call.ts";
import { findInvocation } from "./find-invocation.ts";
import type { Gate } from "./gate.ts";

/** The same call, made before: by its place in a turn, or by the caller's message id (S40). */
export async function findEarlierCall(gate: Gate, call: Call): Promise<Invocation | undefined> {
  if (call.inTurn?.isNew) return undefined;
  if (call.inTurn) return findInvocation(gate.store, call.inTurn.invocationId);
  if (call.messageId) return gate.store.invocations.getByMessageId(call.actor.name, call.messageId);
  return undefined;
}
