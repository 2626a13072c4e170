import { timestamp } from "../../../base/clock.ts";
import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { ExecutionResult } from "../../../gate/executor.ts";
import type { Gate } from "../../../gate/gate.ts";
import { type Delegation, isAtWork } from "../../../schema/delegation.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import { isTerminal } from "../../../schema/task-state.ts";
import { toolIdOf } from "../../../schema/tool.ts";
import type { Change } from "../../../stores/journal.ts";
import type { Memory } from "./memory.ts";
import type { RunParts, Turn } from "./turn.ts";

/** How far skills may hand over to each other. */
export type DelegationLimits = {
  readonly enabled: boolean;
  /** How many may stand below the first one. */
  readonly maxDepth: number;
  /** How often a skill may come back in the line above itself. */
  readonly maxCycles: number;
};

/** The tool of the skill that a delegation names. */
export function delegateTool({ target }: Pick<Delegation, "target">): string {
  return toolIdOf("skill", target, "run");
}

/** Why this skill may not hand over to that one; undefined where it may. */
export function whyNoDelegation(
  { delegation: limits, gate }: Pick<RunParts, "delegation" | "gate">,
  { memory, tool }: Turn,
  target: string,
): string | undefined {
  if (!gate.catalog.getEntry(delegateTool({ target }))?.contract) {
    return `The skill hands over to "${target}", which is not here.`;
  }
  const path = pathOf(memory, tool.sourceId);
  if (path.length > limits.maxDepth) {
    return `The skill hands over too deep: ${[...path, target].join(" → ")}.`;
  }
  if (path.filter((skill) => skill === target).length > limits.maxCycles) {
    return `The skill hands over in a circle: ${[...path, target].join(" → ")}.`;
  }
  return undefined;
}

function pathOf({ under }: Memory, skill: string): string[] {
  return [...(under?.path ?? []), skill];
}

/** What of delegations becomes true with a turn of a run: in the transaction that has its outcome. */
export function delegationChanges(
  gate: Pick<Gate, "clock" | "keyring">,
  turn: Turn,
  outcome: Outcome,
  result: Pick<ExecutionResult, "delegation">,
): Change[] {
  const now = timestamp(gate.clock.now());
  const { under, handed } = turn.memory;
  return [
    ...(handed?.state === "asked" ? [passOn(gate, handed, turn.inputs, now)] : []),
    ...(handed?.state === "answered" ? [delivered(handed, now)] : []),
    ...(result.delegation ? handOver(gate, turn, outcome, result.delegation.inputs, now) : []),
    ...(under && isAtWork(under) && isTerminal(outcome.state)
      ? [answered(gate, under, outcome)]
      : []),
  ];
}

function handOver(
  { keyring }: Pick<Gate, "keyring">,
  { memory, invocation, tool }: Turn,
  { delegation, contextId }: Outcome,
  inputs: JsonObject,
  now: string,
): Change[] {
  const { sessionId, actor, scopes, position } = invocation;
  if (!delegation || contextId === undefined || sessionId === null) return [];
  const id = delegation.contextId;
  const row: Delegation = {
    id,
    state: "open",
    parentContext: contextId,
    parentInvocation: position === null ? null : invocation.id,
    sessionId,
    path: pathOf(memory, tool.sourceId),
    target: delegation.target,
    actor,
    scopes,
    inputs: keyring.seal(JSON.stringify(inputs), id),
    step: 1,
    childState: null,
    result: null,
    owner: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  return [{ type: "delegation.put", delegation: row, expect: null }];
}

/** The answer to what the child asked: its next turn. */
function passOn(
  { keyring }: Pick<Gate, "keyring">,
  row: Delegation,
  inputs: JsonObject,
  now: string,
): Change {
  const sealed = keyring.seal(JSON.stringify(inputs), row.id);
  const delegation: Delegation = {
    ...row,
    state: "open",
    inputs: sealed,
    step: row.step + 1,
    updatedAt: now,
  };
  return { type: "delegation.move", delegation };
}

function delivered(row: Delegation, now: string): Change {
  const delegation: Delegation = { ...row, state: "delivered", result: null, updatedAt: now };
  return { type: "delegation.move", delegation };
}

/** The child has ended, by whatever way. */
export function answered(
  { keyring, clock }: Pick<Gate, "keyring" | "clock">,
  row: Delegation,
  { state, outputs, error }: Pick<Outcome, "state" | "outputs" | "error">,
): Change {
  const result = {
    state,
    ...(outputs !== undefined && { outputs }),
    ...(error && { error: { code: error.code, message: error.message } }),
  };
  const delegation: Delegation = {
    ...row,
    state: "answered",
    childState: state,
    result: keyring.seal(JSON.stringify(result), row.id),
    updatedAt: timestamp(clock.now()),
  };
  return { type: "delegation.move", delegation };
}

/** What the parent's next turn finds of the skill that it handed over to. */
export function deliveryOf(
  { keyring }: Pick<Gate, "keyring">,
  { handed }: Pick<Memory, "handed">,
): JsonObject | undefined {
  if (handed?.state !== "answered" || handed.result === null) return undefined;
  const result = JSON.parse(keyring.open(handed.result, handed.id));
  const told = isJsonObject(result) ? result : {};
  return { target: handed.target, context_id: handed.id, outputs: null, ...told };
}

/** Which message gives the child its next turn, and which gives its parent what became of it. */
export function messagesOf({ id, step }: Pick<Delegation, "id" | "step">) {
  return { next: `${id}:${step}`, back: `${id}:back` };
}
