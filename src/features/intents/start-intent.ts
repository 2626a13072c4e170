import { intentId } from "../../base/intent-id.ts";
import type { Engine } from "../../engine/engine.ts";
import { acceptMessage } from "../../engine/sessions/accept-message.ts";
import { openSession } from "../../engine/sessions/open-session.ts";
import { usableSession } from "../../engine/sessions/session-access.ts";
import type { Actor } from "../../schema/actor.ts";
import { planUndo } from "./undo.ts";

export type NewIntent = {
  readonly text?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly messageId?: string | undefined;
  /** The intent to take back in place of a text; "last" is the newest one that can be. */
  readonly undo?: string | undefined;
};

/** Takes a task: a turn of the session, or of a new one. Answers its id. */
export async function startIntent(
  engine: Engine,
  wanted: NewIntent,
  actor: Actor,
): Promise<string> {
  const undo = wanted.undo === undefined ? undefined : await planUndo(engine, wanted.undo, actor);
  const given = undo?.sessionId ?? wanted.sessionId;
  const session =
    given === undefined
      ? await openSession(engine, {}, actor)
      : await usableSession(engine.gate, given, actor);
  const { turn } = await acceptMessage(engine, session.id, {
    content: undo?.text ?? wanted.text ?? "",
    messageId: wanted.messageId,
    by: actor.id,
    intent: {
      ...(wanted.dryRun && { dryRun: true }),
      ...(undo && { plan: undo.plan, undoes: undo.intentId }),
    },
  });
  return intentId(session.id, turn);
}
