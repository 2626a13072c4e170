import { CapstanError } from "../../base/errors.ts";
import { askLeftOver } from "../../gate/approvals/ask-left-over.ts";
import { sessionEvent } from "../../gate/entries.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Session } from "../../schema/session.ts";
import { isTerminal } from "../../schema/task-state.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";
import { partialMessage } from "../model/keep-partial.ts";
import { moveSession } from "./move-session.ts";
import { requireSession } from "./require-session.ts";
import { withdrawApprovals } from "./withdraw-approvals.ts";

/** Ends the running or waiting turn. What already runs is told to stop and records how it ended. */
export async function cancelSession(
  engine: Engine,
  sessionId: string,
  actor: Actor,
): Promise<Session> {
  const { gate } = engine;
  return retryConflicts(async () => {
    const session = await requireSession(gate, sessionId);
    if (session.state === "pending" || isTerminal(session.state)) return session;
    if (session.inputRequest?.kind === "reconcile") {
      const message =
        "An interrupted call has to be reconciled first: see the session's input_request.";
      throw new CapstanError("STATE_CONFLICT", message);
    }
    const error = {
      code: "CANCELLED",
      message: `Cancelled by ${gate.people.show(actor.id).name}.`,
      retryable: false,
    };
    const waited = await Promise.all(
      engine.features.map((feature) => feature.onCancel?.(session, actor)),
    );
    const ended = moveSession(engine, session, { state: "failed", error });
    await gate.store.journal.commit("turn.cancel", [
      ...(await withdrawApprovals(engine, session, "cancelled")).changes,
      ...(await writtenSoFar(engine, session)),
      ended.change,
      sessionEvent(gate, sessionId, session.turn, "turn.failed", {
        state: "failed",
        error: { code: error.code, message: error.message },
      }),
    ]);
    engine.turns.get(sessionId)?.abort();
    engine.queue.push(sessionId);
    for (const end of waited) await end?.();
    await askLeftOver(gate, sessionId);
    return ended.session;
  });
}

async function writtenSoFar(engine: Engine, session: Session): Promise<Change[]> {
  const partial = engine.partialAnswers.get(session.id);
  if (!partial || partial.turn !== session.turn) return [];
  const messages = await engine.conversations.load(session);
  return partialMessage(engine, session, messages, partial.text);
}
