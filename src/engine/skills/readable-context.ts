import { contextNotFound } from "../../runtime/contexts/memory.ts";
import type { Gate } from "../../runtime/gate.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Context } from "../../schema/context.ts";
import { readableSession } from "../session-access.ts";

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
  } else if (context.actor !== actor.name) throw contextNotFound(id);
  return context;
}
