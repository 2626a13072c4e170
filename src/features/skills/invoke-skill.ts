import { setTimeout as delay } from "node:timers/promises";
import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import { invokeTool } from "../../engine/invoke-tool.ts";
import type { Invoked } from "../../gate/call-feature.ts";
import { plainOutcome } from "../../gate/outcomes.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Context } from "../../schema/context.ts";
import { Outcome } from "../../schema/outcome.ts";
import { isResumable } from "../../schema/task-state.ts";
import { contextNotFound, contextToken, runOf } from "./contexts/memory.ts";
import { requireSkill } from "./list-skills.ts";

export type SkillCall = {
  readonly name: string;
  readonly inputs: JsonObject;
  /** Left out, a run that goes on only if it waits. */
  readonly contextId?: string | undefined;
  /** True: only the run that there is. */
  readonly resume?: boolean | undefined;
  readonly resumeToken?: string | undefined;
  readonly messageId?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly sessionId?: string | undefined;
};

/** One turn of a skill, in the context that its caller names (S10, S11). */
export async function invokeSkill(engine: Engine, call: SkillCall, actor: Actor): Promise<Invoked> {
  const { gate } = engine;
  const { toolId, contract } = requireSkill(engine, call.name);
  const contextId = call.contextId === undefined ? null : checkedId(call.contextId);
  const isRepeated = await wasMade(engine, call, actor);
  const found = contextId === null ? undefined : await ownContext(engine, contextId, actor);
  const isAwaited = found?.state === "delegating" && call.resume && !isRepeated;
  const context = isAwaited ? await untilReturned(engine, found) : found;
  if (context && !isRepeated) {
    const hasCome = isAwaited ? isWaitingAgain(context, found) : hasAskedMeanwhile(context, call);
    if (hasCome) return turnOf(engine, context);
    if (!isResumable(context.state)) {
      // X41: what is over is over, unless a new run is wanted and allowed.
      const end = call.resume || contract.idempotency.required ? endOf(context) : undefined;
      if (end) return end;
      // A token means the run that there was.
      if (call.resumeToken !== undefined) throw movedOn();
    }
  }
  if (!context && call.resume && !isRepeated) throw contextNotFound(contextId ?? "");
  const sessionId = call.sessionId ?? context?.sessionId ?? undefined;
  const session = sessionId === undefined ? undefined : await gate.store.sessions.get(sessionId);
  const outcome = await invokeTool(
    engine,
    {
      toolId,
      inputs: call.inputs,
      actor,
      contextId,
      resumeToken: call.resumeToken ?? null,
      messageId: call.messageId ?? null,
      dryRun: call.dryRun ?? false,
    },
    session,
  );
  if (outcome.error?.code !== "STATE_CONFLICT") return outcome;
  throw new CapstanError("STATE_CONFLICT", outcome.error.message, {
    details: { field: "resume_token" },
  });
}

/** How long who resumes a run that handed over waits for it to come back. */
const RETURN_WITHIN_MS = 30_000;
const LOOK_MS = 25;

async function untilReturned({ gate, drain }: Engine, found: Context): Promise<Context> {
  let now = found;
  for (let waited = 0; waited < RETURN_WITHIN_MS; waited += LOOK_MS) {
    if (now.state !== "delegating" || drain.requested) break;
    await delay(LOOK_MS);
    now = (await gate.store.contexts.get(found.id)) ?? found;
  }
  return now;
}

/** It waits still, or for something that its caller has not seen. */
function isWaitingAgain(now: Context, before: Context): boolean {
  return isResumable(now.state) && (now.state === "delegating" || now.version !== before.version);
}

/** The skill below asked before the caller came to wait: the caller has no token for that yet. */
function hasAskedMeanwhile({ state, inputRequest }: Context, call: SkillCall): boolean {
  const isTold = call.resumeToken !== undefined || Object.keys(call.inputs).length > 0;
  return call.resume === true && !isTold && isResumable(state) && !!inputRequest?.askedBy;
}

/** Where a run stands that waits, as the turn said that brought it there. */
function turnOf(engine: Pick<Engine, "gate">, context: Context): Outcome {
  const { id, turn, state, inputRequest } = context;
  const { invocation = id } = runOf(context);
  const resumeToken = tokenOf(engine, context);
  return {
    ...plainOutcome({ id: invocation, turn }, state),
    contextId: id,
    ...(inputRequest && { inputRequest }),
    ...(resumeToken !== null && { resumeToken }),
  };
}

function movedOn(): CapstanError {
  const message = "The context has moved on since this resume token. Please refresh.";
  return new CapstanError("STATE_CONFLICT", message, { details: { field: "resume_token" } });
}

/** The context as its owner sees it; what is another's does not exist. */
export async function ownContext(
  { gate }: Pick<Engine, "gate">,
  id: string,
  actor: Actor,
): Promise<Context | undefined> {
  const context = await gate.store.contexts.get(id);
  if (context && context.actor !== actor.id) throw contextNotFound(id);
  return context;
}

/** The newest token of a context that waits; null for one that does not. */
export function tokenOf({ gate }: Pick<Engine, "gate">, context: Context): string | null {
  return isResumable(context.state) ? contextToken(gate, context) : null;
}

/** Those are the memories of sessions, and of the skills that run in them. */
function checkedId(id: string): string {
  if (!id.startsWith("session_")) return id;
  const message = 'A context id may not begin with "session_": those belong to sessions.';
  throw new CapstanError("REQUEST_INVALID", message, { details: { field: "context_id" } });
}

/** The same message, sent again, is answered as it was the first time, whatever has happened since. */
async function wasMade({ gate }: Engine, { messageId }: SkillCall, actor: Actor): Promise<boolean> {
  if (messageId === undefined) return false;
  return (await gate.store.invocations.getByMessageId(actor.id, messageId)) !== undefined;
}

/** What a run that is over ended with, as its caller was told. */
export function endOf({ detail }: Context): Outcome | undefined {
  const read = Outcome.safeParse(isJsonObject(detail) ? detail.outcome : undefined);
  return read.success ? read.data : undefined;
}
