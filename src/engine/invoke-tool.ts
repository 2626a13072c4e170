import { firstOf, type Invoked } from "../gate/call-feature.ts";
import { resolveTool } from "../gate/catalog/resolve-tool.ts";
import { type DirectCall, directCall } from "../gate/direct-call.ts";
import { invoke } from "../gate/invoke.ts";
import type { Session } from "../schema/session.ts";
import type { Engine } from "./engine.ts";
import { openSession } from "./sessions/open-session.ts";
import { untilTakenIn } from "./until-taken-in.ts";

/** Programs, which work on files: these are a session's. */
const WORKS_ON_FILES: ReadonlySet<string> = new Set(["code", "command", "child"]);

/**
 * A call by someone, outside any turn. A program that is called outside a session gets one of its
 * own: what it leaves is kept, shown and bounded as in any other, and the outcome says where.
 */
export async function invokeTool(
  engine: Engine,
  wanted: DirectCall,
  given?: Session,
): Promise<Invoked> {
  const { gate } = engine;
  if (!gate.catalog.getEntry(wanted.toolId)) await untilTakenIn(engine);
  if (given || !needsSession(engine, wanted)) {
    return invoke(gate, directCall(gate, wanted, given));
  }
  const session = (await earlierSession(engine, wanted)) ?? (await newSession(engine, wanted));
  const outcome = await invoke(gate, directCall(gate, wanted, session));
  // Who was made twice at once ran in one of two.
  const ran = (await earlierSession(engine, wanted)) ?? session;
  return { ...outcome, sessionId: ran.id };
}

/** The turn of a run that a call is; undefined for a tool that answers at once. */
export function takeTurn({ gate }: Engine, wanted: DirectCall): Promise<Invoked> | undefined {
  return firstOf(gate.features, (feature) => feature.takeTurn?.(wanted));
}

function needsSession({ gate }: Engine, { toolId, dryRun, mode }: DirectCall): boolean {
  const isDry = dryRun === true || mode === "planning";
  return !isDry && WORKS_ON_FILES.has(resolveTool(gate.catalog, toolId).execution.type);
}

/** The same call, made again, is the same call in the same session. */
async function earlierSession({ gate }: Engine, { actor, messageId }: DirectCall) {
  if (!messageId) return undefined;
  const earlier = await gate.store.invocations.getByMessageId(actor.id, messageId);
  const id = earlier?.sessionId;
  return id ? gate.store.sessions.get(id) : undefined;
}

function newSession(engine: Engine, { toolId, actor }: DirectCall): Promise<Session> {
  const { tool } = resolveTool(engine.gate.catalog, toolId);
  return openSession(engine, { title: tool.name }, actor);
}
