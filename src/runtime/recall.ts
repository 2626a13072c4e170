import type { Invocation } from "../schema/invocation.ts";
import type { Call } from "./call.ts";
import type { Gate } from "./gate.ts";

/** The same call, made before: by its place in a turn, or by the caller's message id (S40). */
export async function recall(gate: Gate, call: Call): Promise<Invocation | undefined> {
  const { invocations } = gate.store;
  if (call.place) return invocations.get(call.place.invocationId);
  if (call.messageId) return invocations.getByMessageId(call.actor, call.messageId);
  return undefined;
}
