import { CapstanError } from "../base/errors.ts";
import type { Gate } from "../runtime/gate.ts";
import { type Reconciliation, reconcile } from "../runtime/reconcile.ts";
import { resumeTokenOf } from "../runtime/resume-token.ts";
import type { Actor } from "../schema/actor.ts";
import type { Session } from "../schema/session.ts";
import { commitAnswer } from "./answer-approval.ts";
import type { Engine } from "./engine.ts";
import { requireSession } from "./require-session.ts";

export function sessionToken(
  { keyring }: Pick<Gate, "keyring">,
  { id, version, turn }: Session,
): string {
  return resumeTokenOf(keyring, id, version, turn);
}

/** Goes on after an interrupted effect, with what a person found out about it. */
export async function resumeSession(
  engine: Engine,
  sessionId: string,
  resumeToken: string,
  answer: Reconciliation,
  actor: Actor,
): Promise<void> {
  const { gate } = engine;
  const session = await requireSession(gate, sessionId);
  if (resumeToken !== sessionToken(gate, session)) {
    const message = "The session has moved on since this resume token. Please refresh.";
    throw new CapstanError("STATE_CONFLICT", message, { details: { field: "resume_token" } });
  }
  const { kind, invocationId } = session.inputRequest ?? {};
  const invocation =
    kind === "reconcile" && invocationId
      ? await gate.store.invocations.get(invocationId)
      : undefined;
  if (!invocation) {
    throw new CapstanError("STATE_CONFLICT", "The session does not wait to be reconciled.");
  }
  await commitAnswer(engine, invocation, await reconcile(gate, invocation, answer, actor));
}
