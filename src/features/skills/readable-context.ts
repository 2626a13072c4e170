import { readableSession } from "../../engine/sessions/session-access.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Context } from "../../schema/context.ts";
import { contextNotFound } from "./contexts/memory.ts";

/** A context that this actor may look at: its own, or one of a session that it may look at. */
export async function readableContext(
  gate: Pick<Gate, "store">,
  id: string,
  actor: Actor,
): Promise<Context> {
  const context = await gate.store.contexts.get(id);
  if (!context) throw contextNotFound(id);
  if (context.actor === null && context.sessionId !== null) {
    await readableSession(gate, context.sessionId, actor);
  } else if (context.actor !== actor.id) throw contextNotFound(id);
  return context;
}
