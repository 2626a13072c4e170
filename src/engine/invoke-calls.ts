import { CapstanError } from "../base/errors.ts";
import { wouldAsk } from "../gate/approvals/would-ask.ts";
import type { Call } from "../gate/call.ts";
import { findInvocation } from "../gate/find-invocation.ts";
import { invoke } from "../gate/invoke.ts";
import type { InputRequest } from "../schema/input-request.ts";
import type { Message } from "../schema/message.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Session } from "../schema/session.ts";
import { isTerminal } from "../schema/task-state.ts";
import type { OpenCall } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import { refuseCall } from "./refuse-call.ts";
import { requireSession } from "./sessions/require-session.ts";
import { toolMessage } from "./tool-message.ts";
import { callOf, positionOf } from "./turn-call.ts";
import { untilBack } from "./until-back.ts";

type Invoked = { readonly results: Message[]; readonly waitingFor: InputRequest | undefined };

/**
 * Runs the calls of one answer. Read-only ones run together. Effects happen in call order: behind
 * one that waits, a later one may ask as well, but runs only once a person has answered it.
 */
export async function invokeCalls(
  engine: Engine,
  started: Session,
  open: readonly OpenCall[],
  signal: AbortSignal,
): Promise<Invoked> {
  // A spec may have been frozen or changed while the turn ran.
  const session = started.spec ? await requireSession(engine.gate, started.id) : started;
  const outcomes = new Map<OpenCall, Outcome>();
  const isReadOnly = ({ call }: OpenCall) =>
    call.toolId === null || engine.gate.catalog.getTool(call.toolId)?.behaviour.readOnly === true;
  await Promise.all(
    open.filter(isReadOnly).map(async (item) => {
      outcomes.set(item, await invokeOne(engine, session, item, signal));
    }),
  );

  let held = false;
  for (const item of open.filter((item) => !isReadOnly(item))) {
    if (signal.aborted) break;
    if (held && !(await mayOvertake(engine, session, item, signal))) continue;
    const outcome = await invokeOne(engine, session, item, signal);
    outcomes.set(item, outcome);
    held ||= !isTerminal(outcome.state);
  }
  return {
    results: open.flatMap((item) => resultOf(engine, session, item, outcomes.get(item))),
    waitingFor: waitingFor([...outcomes.values()]),
  };
}

/** Behind a waiting call: one that was asked about before, or one that would only ask. */
async function mayOvertake(
  { gate }: Engine,
  session: Session,
  item: OpenCall,
  signal: AbortSignal,
): Promise<boolean> {
  const made = await findInvocation(gate.store, item.call.id);
  return made !== undefined || wouldAsk(gate, callOf(gate, session, item, signal));
}

async function invokeOne(
  engine: Engine,
  session: Session,
  item: OpenCall,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    if (item.call.refused !== undefined) {
      throw new CapstanError("INPUT_INVALID", item.call.refused);
    }
    if (item.call.toolId !== null) {
      const call = callOf(engine.gate, session, item, signal);
      const outcome = await invoke(engine.gate, call);
      if (outcome.state !== "delegating") return outcome;
      return await untilBack(engine, { ...call, inTurn: notNew(call.inTurn) }, outcome);
    }
    const message = `"${item.call.name}" is not one of this agent's tools.`;
    throw new CapstanError("TOOL_NOT_FOUND", message);
  } catch (error) {
    if (!(error instanceof CapstanError) || !error.toldToModel) throw error;
    return refuseCall(engine, session, item, error);
  }
}

/** It is made again now. */
function notNew(position: Call["inTurn"]): Call["inTurn"] {
  return position && { ...position, isNew: false };
}

function resultOf(
  { gate }: Engine,
  session: Session,
  item: OpenCall,
  outcome: Outcome | undefined,
): Message[] {
  return outcome && isTerminal(outcome.state)
    ? toolMessage(gate, positionOf(session, item), outcome)
    : [];
}

/** An unknown effect is settled first; then all open questions at once. */
function waitingFor(outcomes: readonly Outcome[]): InputRequest | undefined {
  const requests = outcomes.flatMap(({ state, inputRequest }) =>
    isTerminal(state) || !inputRequest ? [] : [inputRequest],
  );
  const [first] = requests;
  const reconcile = requests.find((request) => request.kind === "reconcile");
  if (reconcile || !first) return reconcile;
  return { ...first, approvalIds: requests.flatMap((request) => request.approvalIds ?? []) };
}
