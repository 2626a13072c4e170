import { setTimeout as delay } from "node:timers/promises";
import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { requireSession } from "../../engine/sessions/require-session.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Context } from "../../schema/context.ts";
import { isAtWork, isOpen } from "../../schema/delegation.ts";
import { isResumable, isTerminal } from "../../schema/task-state.ts";
import { answered } from "./contexts/delegations.ts";
import { endRun } from "./contexts/end-run.ts";
import { requireFree, requireToken, runOf } from "./contexts/memory.ts";
import { readableContext } from "./readable-context.ts";

/**
 * Ends a run that waits, and what it handed over. One that is over stays as it is. With a token, only
 * the run as it stood with that token is ended.
 */
export async function cancelContext(
  engine: Engine,
  id: string,
  actor: Actor,
  resumeToken?: string,
): Promise<Context> {
  const { gate } = engine;
  const ended = await retryConflicts(async () => {
    const context = await readableContext(gate, id, actor);
    if (runOf(context).skill === undefined) {
      const message = `The context "${id}" is a session's own memory, and no run of a skill. To end the session's turn, cancel the session.`;
      throw new CapstanError("REQUEST_INVALID", message, { details: { field: "id" } });
    }
    if (!isResumable(context.state)) return undefined;
    await requireNoTurn(engine, context);
    await requireFree(gate, id, undefined);
    if (resumeToken !== undefined) requireToken(gate, context, resumeToken);
    const message = `Cancelled by ${gate.people.show(actor.id).name}. This run does not go on: begin a new one in another context.`;
    const { outcome, changes } = await endRun(gate, context, { actor: actor.id, message });
    const under = await gate.store.delegations.get(id);
    await gate.store.journal.commit("context.cancel", [
      ...changes,
      ...(under && isAtWork(under) ? [answered(gate, under, outcome)] : []),
    ]);
    return context;
  });
  if (ended) await untilChildrenEnded(engine, id);
  return readableContext(gate, id, actor);
}

/** What a session's turn waits for is ended with that turn. */
async function requireNoTurn({ gate }: Engine, { actor, sessionId }: Context): Promise<void> {
  if (actor !== null || sessionId === null) return;
  const { state } = await requireSession(gate, sessionId);
  if (state === "pending" || isTerminal(state)) return;
  const message = `This run belongs to a turn of the session "${sessionId}". Cancel that session's turn first.`;
  throw new CapstanError("STATE_CONFLICT", message, { details: { session_id: sessionId } });
}

const CHILDREN_WITHIN_MS = 3_000;
const LOOK_MS = 25;

/** The router ends them, now or after a crash: who cancelled sees it done, unless one of them runs now. */
async function untilChildrenEnded({ gate, drain }: Engine, id: string): Promise<void> {
  for (let waited = 0; waited < CHILDREN_WITHIN_MS && !drain.requested; waited += LOOK_MS) {
    if (!(await gate.store.delegations.listOf(id)).some(isOpen)) return;
    await delay(LOOK_MS);
  }
}
