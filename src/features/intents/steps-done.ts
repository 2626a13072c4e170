import * as z from "zod";
import { isJsonObject, type JsonValue, parseJson } from "../../base/json.ts";
import type { Keyring } from "../../base/keyring.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Message, ToolCall } from "../../schema/message.ts";
import type { Outcome } from "../../schema/outcome.ts";
import { type IntentNote, Plan, type PlanStep } from "../../schema/plan.ts";
import { TaskState } from "../../schema/task-state.ts";

/** A step that was called, and what became of it. */
export type StepDone = {
  readonly step: PlanStep;
  readonly call: ToolCall;
  readonly state: TaskState;
  readonly outcome: Outcome | null;
  readonly outputs: JsonValue;
  /** Why it did not come to its end, for a person. */
  readonly problem: string | null;
  readonly code: string | null;
};

/** What a turn's own message says of the intent that it is; undefined of any other turn. */
export function intentOf(messages: readonly Message[], turn: number): IntentNote | undefined {
  const asked = messages.findLast((it) => it.turn === turn && it.role === "user");
  return asked?.intent;
}

/** The plan that is kept with the first answer of the turn. */
export function planOf(
  { open }: Pick<Keyring, "open">,
  messages: readonly Message[],
  turn: number,
): Plan | undefined {
  const kept = messages.find(
    (it) => it.turn === turn && it.role === "assistant" && it.intent?.plan !== undefined,
  );
  const { plan, sealedPlan } = kept?.intent ?? {};
  if (!kept || sealedPlan === undefined) return plan;
  return Plan.parse(parseJson(open(sealedPlan, kept.id)));
}

/** Each step makes one call, in the order of the plan: the calls of the turn are its first steps. */
export async function stepsDone(
  { gate }: Pick<Engine, "gate">,
  plan: Plan,
  messages: readonly Message[],
  turn: number,
): Promise<readonly StepDone[]> {
  const own = messages.filter((message) => message.turn === turn);
  const calls = own.flatMap(({ toolCalls = [] }) => toolCalls).slice(0, plan.steps.length);
  return Promise.all(
    calls.map(async (call, index) => {
      const step = plan.steps[index] as PlanStep;
      const told = own.find((it) => it.invocationId === call.id);
      // A call that was never asked about has no row of its own: its result says how it ended.
      const known = (await gate.store.invocations.get(call.id))?.outcome ?? null;
      const outcome = known ?? (told ? outcomeOf(gate, call, turn, told) : null);
      return {
        step,
        call,
        state: outcome?.state ?? "in_progress",
        outcome,
        outputs: outcome?.outputs ?? null,
        problem: outcome?.error?.message ?? null,
        code: outcome?.error?.code ?? null,
      };
    }),
  );
}

function outcomeOf(
  { catalog }: Pick<Engine["gate"], "catalog">,
  { id, toolId }: ToolCall,
  turn: number,
  { content, ranWith, answer }: Message,
): Outcome {
  const outcome = {
    invocationId: id,
    declaredSideEffects: [...((toolId && catalog.getTool(toolId)?.sideEffectTags) || [])],
    artifacts: [],
    durationMs: 0,
    turn,
    ...(ranWith !== undefined && { ranWith }),
    ...(answer && { answer }),
  };
  const told = parseJson(content);
  const failed =
    isJsonObject(told) && Object.keys(told).length === 2 ? Failed.safeParse(told) : null;
  if (!failed?.success) return { ...outcome, state: "completed", outputs: told };
  const { state, error } = failed.data;
  return { ...outcome, state, error: { retryable: false, ...error } };
}

/** What the conversation says of a call that did not come to its end. */
const Failed = z.object({
  state: TaskState.exclude(["completed"]),
  error: z.object({ code: z.string(), message: z.string() }),
});
