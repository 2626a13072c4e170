import { CapstanError } from "../../base/errors.ts";
import { intentId } from "../../base/intent-id.ts";
import type { Engine } from "../../engine/engine.ts";
import { usableSession } from "../../engine/sessions/session-access.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Moved, Plan } from "../../schema/plan.ts";
import { requireIntentTurn } from "./find-intent.ts";

type Undo = {
  readonly intentId: string;
  readonly sessionId: string;
  readonly text: string;
  readonly plan: Plan;
};

const LAST = "last";
const MOST_LOOKED_AT = 20;

/**
 * The moves that take an intent back, last first. Refused when anything at their places is another
 * by now. They are calls like any others: the gate asks about them.
 */
export async function planUndo(engine: Engine, wanted: string, actor: Actor): Promise<Undo> {
  const id = wanted === LAST ? await newest(engine, actor) : wanted;
  const { sessionId, messages } = await requireIntentTurn(engine, id, actor);
  await usableSession(engine.gate, sessionId, actor);
  const moved = movedIn(messages);
  if (moved.length === 0)
    throw refused("Nothing of this can be taken back: only moves and renames can.");
  for (const { from, to, stamp } of moved) {
    if ((await engine.gate.folders.stamp(to)) !== stamp) {
      throw refused(`${to} has changed since, so it is left as it is.`);
    }
    const before = await engine.gate.folders.resolve(from).catch(() => undefined);
    if (before?.kind !== "missing") throw refused(`There is something at ${from} again.`);
  }
  const steps = moved.toReversed().map(({ toolId, from, to }, index) => ({
    id: `s${index + 1}`,
    toolId,
    inputs: { path: to, destination: from },
    says: `Move ${to} back to ${from}.`,
  }));
  const text = `Undo: ${messages[0]?.content ?? ""}`;
  return { intentId: id, sessionId, text, plan: { steps } };
}

async function newest(engine: Engine, actor: Actor): Promise<string> {
  const { items } = await engine.gate.store.sessions.list({
    createdBy: actor.id,
    limit: MOST_LOOKED_AT,
    offset: 0,
  });
  for (const { id, turn } of items) {
    for (let at = turn; at > 0 && at > turn - MOST_LOOKED_AT; at--) {
      const messages = await engine.gate.store.sessions.conversation(id, at, at - 1);
      if (movedIn(messages).length > 0) return intentId(id, at);
    }
  }
  throw refused("There is nothing to take back.");
}

function movedIn(
  messages: Awaited<ReturnType<typeof requireIntentTurn>>["messages"],
): readonly Moved[] {
  return messages.findLast(({ intent }) => intent?.moved)?.intent?.moved ?? [];
}

function refused(message: string): CapstanError {
  return new CapstanError("STATE_CONFLICT", message);
}
