import { openCalls } from "../../engine/conversation.ts";
import type { Engine } from "../../engine/engine.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Session } from "../../schema/session.ts";
import { isResumable } from "../../schema/task-state.ts";
import { endRun } from "./contexts/end-run.ts";

/** The contexts of the skills that the calls of a turn wait for. */
export async function runsOfTurn(engine: Engine, session: Session): Promise<string[]> {
  const calls = openCalls(await engine.conversations.load(session));
  const { invocations } = engine.gate.store;
  const made = await Promise.all(calls.map(({ call }) => invocations.get(call.id)));
  return made.flatMap((invocation) => invocation?.contextId ?? []);
}

/**
 * Ends runs whose turn of a session was cancelled: the next turn would go on with what nobody wants any
 * more. One that runs now is ended by its call. What they handed over is ended by the router.
 */
export async function endRunsOfTurn(
  { gate, report }: Engine,
  contextIds: readonly string[],
  actor: Actor,
): Promise<void> {
  const message = `Cancelled by ${gate.people.show(actor.id).name}, with the session's turn.`;
  const end = async (id: string) => {
    const context = await gate.store.contexts.get(id);
    if (!context || !isResumable(context.state)) return;
    if (await gate.store.invocations.turnOf(id)) return;
    const { changes } = await endRun(gate, context, { actor: actor.id, message });
    await gate.store.journal.commit("context.cancel", changes);
  };
  for (const id of contextIds) {
    // The turn is cancelled by now, whatever becomes of this: who cancels the run ends it too.
    await retryConflicts(() => end(id)).catch(report);
  }
}
