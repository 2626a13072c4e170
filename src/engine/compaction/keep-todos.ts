import { timestamp } from "../../base/clock.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Change } from "../../stores/journal.ts";
import { emptyContext } from "./memory.ts";
import { TODOS, WRITE_TODOS } from "./model-view.ts";

/** The last list is also a fact: old calls can go without losing it (X34, E50). */
export function keepTodos(
  { clock }: Pick<Gate, "clock">,
  { toolId, sessionId, inputs }: Pick<Invocation, "toolId" | "sessionId" | "inputs">,
  { state }: Pick<Outcome, "state">,
): Change[] {
  if (toolId !== WRITE_TODOS || sessionId === null || state !== "completed") return [];
  const todos = isJsonObject(inputs) ? inputs.todos : undefined;
  if (todos === undefined) return [];
  const ts = timestamp(clock.now());
  return [
    { type: "context.ensure", context: emptyContext(sessionId, ts) },
    {
      type: "fact.put",
      fact: { contextId: sessionId, ...TODOS, value: todos, ts, expiresAt: null },
    },
  ];
}
