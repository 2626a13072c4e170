import { isJsonObject } from "../base/json.ts";
import { timestamp } from "../ports/clock.ts";
import type { Change } from "../ports/journal.ts";
import type { Gate } from "../runtime/gate.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Message } from "../schema/message.ts";
import type { Outcome } from "../schema/outcome.ts";

type Answered = Pick<Invocation, "id" | "sessionId" | "turn" | "position" | "toolId">;

/** The outcome as the message that answers the model's call (P27); none outside a turn. */
export function toolMessage(
  { clock }: Pick<Gate, "clock">,
  call: Answered,
  outcome: Pick<Outcome, "state" | "outputs" | "error" | "ranWith" | "notes" | "usage">,
): Message[] {
  const { id, sessionId, turn, position, toolId } = call;
  if (sessionId === null || position === null) return [];
  const message: Message = {
    // One call has one answer: the same id whoever writes it.
    id: id.replace(/^inv_/, "msg_"),
    sessionId,
    turn,
    position,
    role: "tool",
    content: contentOf(outcome),
    toolId,
    invocationId: id,
    ...(outcome.ranWith !== undefined && { ranWith: outcome.ranWith }),
    ...(outcome.usage && { usage: outcome.usage }),
    createdAt: timestamp(clock.now()),
  };
  return [message];
}

export function toolMessageChange(
  gate: Pick<Gate, "clock">,
  call: Answered,
  outcome: Outcome,
): Change[] {
  return toolMessage(gate, call, outcome).map((message) => ({ type: "message.add", message }));
}

function contentOf({
  state,
  outputs,
  error,
  notes,
}: Pick<Outcome, "state" | "outputs" | "error" | "notes">): string {
  if (state === "completed") {
    if (!notes) return JSON.stringify(outputs ?? null);
    return JSON.stringify(isJsonObject(outputs) ? { ...outputs, notes } : { outputs, notes });
  }
  return JSON.stringify({ state, error: { code: error?.code, message: error?.message } });
}
