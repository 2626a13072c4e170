import type { JsonObject, JsonValue } from "../../../base/json.ts";
import type { ExecutionResult } from "../../../gate/executor.ts";
import type { MessageType } from "../../../schema/delegation.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import { isTerminal } from "../../../schema/task-state.ts";
import type { Turn } from "./turn.ts";

type ContextMessage = {
  readonly type: MessageType;
  readonly sender: string;
  readonly recipient: string;
  readonly context_id: string;
  readonly [field: string]: JsonValue;
};

type Messages = { readonly received: ContextMessage[]; readonly sent: ContextMessage[] };

/** What a turn heard from other contexts, and says to them, in the document's types (S4). */
export function messagesBetween(
  { memory, tool, inputs }: Turn,
  { state, delegation, error, inputRequest }: Outcome,
  result: Pick<ExecutionResult, "delegation">,
): Messages {
  const { under, handed } = memory;
  const own = tool.sourceId;
  const received: ContextMessage[] = [];
  const sent: ContextMessage[] = [];
  if (under) {
    const parent = under.path.at(-1) ?? "";
    const between = { sender: own, recipient: parent, context_id: under.parentContext };
    // What comes back from its own child is no request of its parent.
    if (!handed) {
      const request = { sender: parent, recipient: own, context_id: under.parentContext };
      received.push({ type: "request", ...request, inputs });
    }
    if (state === "completed") sent.push({ type: "response", ...between, state });
    else if (isTerminal(state)) sent.push({ type: "error", ...between, state, ...told(error) });
    else if (state === "input_required") {
      sent.push({ type: "input_required", ...between, reason: inputRequest?.reason ?? "" });
    }
  }
  if (handed) {
    const between = { sender: handed.target, recipient: own, context_id: handed.id };
    if (handed.state === "answered") {
      const type = handed.childState === "completed" ? "response" : "error";
      received.push({ type, ...between, state: handed.childState });
    } else {
      sent.push({ type: "request", ...between, sender: own, recipient: handed.target, inputs });
    }
  }
  if (result.delegation && delegation) {
    const to = { sender: own, recipient: delegation.target, context_id: delegation.contextId };
    sent.push({ type: "delegate", ...to, inputs: result.delegation.inputs });
  }
  return { received, sent };
}

function told(error: Outcome["error"]): JsonObject {
  return error ? { error_code: error.code, message: error.message } : {};
}
