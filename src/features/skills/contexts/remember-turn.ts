import { timestamp } from "../../../base/clock.ts";
import type { JsonObject, JsonValue } from "../../../base/json.ts";
import type { ExecutionResult } from "../../../gate/executor.ts";
import type { Gate } from "../../../gate/gate.ts";
import type { Context, Fact } from "../../../schema/context.ts";
import { executionStatusOf } from "../../../schema/execution-status.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { SkillContract } from "../../../schema/skill-contract.ts";
import { isResumable, isTerminal } from "../../../schema/task-state.ts";
import type { Change } from "../../../stores/journal.ts";
import { inputProblems, topOf } from "./before-turn.ts";
import { delegationChanges } from "./delegations.ts";
import { holdRun } from "./hold-run.ts";
import { advisedOf, contextToken, INPUTS } from "./memory.ts";
import { messagesBetween } from "./messages-between.ts";
import type { Turn } from "./turn.ts";

/** Larger is no fact, but a file. */
const MAX_FACT = 100_000;

/** The outcome in the words of the contract. */
export function inItsWords({ failure_modes }: SkillContract, outcome: Outcome): Outcome {
  const { state, error } = outcome;
  const mode = failure_modes.find((one) => one.toLowerCase() === error?.code.toLowerCase());
  return {
    ...outcome,
    metadata: { executionStatus: executionStatusOf(state), agentState: state },
    ...(error && mode !== undefined && { error: { ...error, details: { failure_mode: mode } } }),
  };
}

/** The outcome as a turn of its run has it: which context, which turn, and how it goes on. */
export function asTurn(
  gate: Pick<Gate, "keyring" | "newId">,
  turn: Turn,
  outcome: Outcome,
  result: Pick<ExecutionResult, "delegation">,
): Outcome {
  const told = inItsWords(turn.contract, outcome);
  const run = storedRun(turn, outcome);
  if (!run) return told;
  const { invocation } = turn;
  const { inputRequest } = outcome;
  const inTurn = invocation.position !== null;
  return {
    ...told,
    contextId: run.id,
    ...childOf(gate, turn, result),
    ...(!inTurn && { turn: run.turn }),
    ...(inTurn &&
      inputRequest && { inputRequest: { ...inputRequest, invocationId: invocation.id } }),
    ...(!inTurn && isResumable(outcome.state) && { resumeToken: contextToken(gate, run) }),
  };
}

/** To whom it hands over, and where that runs. */
function childOf(
  { newId }: Pick<Gate, "newId">,
  { memory }: Turn,
  { delegation }: Pick<ExecutionResult, "delegation">,
): Pick<Outcome, "delegation"> {
  const { handed } = memory;
  if (handed?.state === "asked") {
    return { delegation: { target: handed.target, contextId: handed.id } };
  }
  if (!delegation) return {};
  return { delegation: { target: delegation.target, contextId: newId("dlg") } };
}

/** State, events and facts of the turn, in the transaction that has its outcome. */
export function rememberTurn(
  gate: Pick<Gate, "clock" | "newId" | "keyring" | "owner">,
  turn: Turn,
  outcome: Outcome,
  result: Pick<ExecutionResult, "remembered" | "advised" | "delegation">,
): Change[] {
  const { memory, contract, tool, execution, invocation } = turn;
  const run = storedRun(turn, outcome);
  if (!run) return [];
  const now = timestamp(gate.clock.now());
  const { before } = memory;
  const bundle = typeof execution.bundle === "string" ? execution.bundle : null;
  const isOver = isTerminal(outcome.state);
  const isPassedOn = memory.handed?.state === "asked";
  const context: Context = {
    ...run,
    sessionId: before?.sessionId ?? invocation.sessionId,
    actor: before ? before.actor : invocation.position === null ? invocation.actor : null,
    state: outcome.state,
    summary: memory.summary ?? before?.summary ?? "",
    detail: {
      skill: tool.sourceId,
      invocation: invocation.id,
      ...(bundle !== null && { bundle }),
      advised: result.advised ?? advisedOf(memory),
      ...(outcome.delegation && { delegation: outcome.delegation.contextId }),
      ...(memory.under && { parent: memory.under.parentContext }),
      ...(isOver && { outcome: endOf(contract, outcome) }),
    },
    inputRequest: outcome.inputRequest ?? null,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  const usedBy = `context:${run.id}` as const;
  const changes: Change[] = [
    { type: "context.put", context, expect: before?.version ?? null },
    ...(bundle === null ? [] : [{ type: "bundle.release", usedBy } as const]),
    ...(bundle === null || isOver ? [] : [{ type: "bundle.use", digest: bundle, usedBy } as const]),
    ...delegationChanges(gate, turn, outcome, result),
    ...(isPassedOn ? [] : factChanges(turn, run.id, result, now, gate.clock.now())),
    ...eventChanges(gate, turn, run, outcome, result, now),
  ];
  const { contextId } = memory;
  if (turn.ledger || contextId === null) return changes;
  const { id: invocationId, sessionId } = invocation;
  return holdRun(gate, { contextId, sessionId, invocationId }, changes);
}

/** Null where nothing is remembered: a dry run, or a call that names no context and does not wait. */
function storedRun({ memory, invocation }: Turn, { state }: Outcome) {
  if (invocation.dryRun) return null;
  const { contextId, before, turn } = memory;
  if (contextId === null && !isResumable(state)) return null;
  return { id: contextId ?? invocation.id, turn, version: (before?.version ?? 0) + 1 };
}

/** What a finished run answers when it is asked again (X41). */
function endOf({ state_persistence }: SkillContract, outcome: Outcome): JsonValue {
  const { outputs: _, ...bare } = outcome;
  return JSON.parse(JSON.stringify(state_persistence === "none" ? bare : outcome));
}

function factChanges(
  turn: Turn,
  contextId: string,
  { remembered }: Pick<ExecutionResult, "remembered">,
  ts: string,
  nowMs: number,
): Change[] {
  const { memory } = turn;
  if (turn.contract.state_persistence === "none") return [];
  const bad = new Set(inputProblems(turn).map(({ field }) => topOf(field)));
  const inputs = Object.entries(turn.inputs).filter(
    ([key]) => !bad.has(key) && key !== "correlation_id" && key !== "" && key.length <= 200,
  );
  const put = (
    bucket: string,
    key: string,
    value: JsonValue,
    expiresAt: string | null,
  ): Change[] => {
    if (JSON.stringify(value).length > MAX_FACT && bucket !== INPUTS) return [];
    const fact: Fact = { contextId, bucket, key, value, ts, expiresAt };
    return [{ type: "fact.put", fact }];
  };
  // A new run asks anew: what was given to the one before is not its answer.
  const stale =
    memory.turn > 1
      ? []
      : memory.facts.filter(
          ({ bucket, key }) => bucket === INPUTS && !inputs.some(([name]) => name === key),
        );
  return [
    ...stale.map(({ bucket, key }): Change => ({ type: "fact.remove", contextId, bucket, key })),
    ...inputs.flatMap(([key, value]) => put(INPUTS, key, value, null)),
    ...newest(remembered?.facts ?? []).flatMap(({ bucket, key, value, ttlSeconds }) =>
      put(bucket, key, value, ttlSeconds === null ? null : timestamp(nowMs + 1_000 * ttlSeconds)),
    ),
  ];
}

/** One that is put twice in a turn is what it was last. */
function newest<T extends { readonly bucket: string; readonly key: string }>(facts: readonly T[]) {
  const byKey = new Map(facts.map((fact) => [JSON.stringify([fact.bucket, fact.key]), fact]));
  return [...byKey.values()];
}

function eventChanges(
  gate: Pick<Gate, "newId">,
  turn: Turn,
  run: Pick<Context, "id" | "turn" | "version">,
  outcome: Outcome,
  result: Pick<ExecutionResult, "remembered" | "delegation">,
  ts: string,
): Change[] {
  const { contract, invocation, inputs, tool } = turn;
  const { id: contextId, version } = run;
  const { state, error, inputRequest } = outcome;
  const { remembered } = result;
  if (contract.state_persistence !== "full_events") return [];
  const note = (
    type: string,
    payload: JsonValue,
    agentId: string | null,
    messageId: string | null,
  ) =>
    ({
      type: "context.note",
      event: {
        id: gate.newId("evt"),
        contextId,
        type,
        payload,
        turn: run.turn,
        agentId,
        messageId,
        ts,
      },
    }) satisfies Change;
  const ended: JsonObject = {
    state,
    version,
    skill_version: tool.version,
    ...(error && { error_code: error.code, message: error.message }),
    ...(inputRequest && { reason: inputRequest.reason, fields: inputRequest.fields ?? [] }),
  };
  const { received, sent } = messagesBetween(turn, outcome, result);
  return [
    note("turn.started", { inputs }, null, invocation.messageId),
    ...received.map(({ type, ...payload }) => note(type, payload, payload.sender, null)),
    ...(remembered?.events ?? []).map(({ type, payload }) =>
      note(type, payload, tool.sourceId, null),
    ),
    ...sent.map(({ type, ...payload }) => note(type, payload, payload.sender, null)),
    note("turn.ended", ended, tool.sourceId, null),
  ];
}
