import type { Session } from "../schema/session.ts";
import { addReply } from "./add-reply.ts";
import { askModel } from "./ask-model.ts";
import { keepLongResults } from "./compaction/keep-long-results.ts";
import { loadComposition } from "./composition/load-composition.ts";
import { openCalls, stepsOf } from "./conversation.ts";
import { endTurn, waitTurn } from "./end-turn.ts";
import type { Engine } from "./engine.ts";
import { holdReplies, type TurnEngine } from "./hold-replies.ts";
import { invokeCalls } from "./invoke-calls.ts";
import { overBudget } from "./model/budget.ts";
import { startTurn } from "./start-turn.ts";
import { stillRuns } from "./still-runs.ts";
import type { Watch } from "./watch-session.ts";

/**
 * One turn: ask the model, run what it calls, until it answers, someone has to be asked, or a limit
 * is reached. Every step is derived from what is stored and appends to it, so that a turn that was
 * killed goes on from where it stood, in whatever process. One that was cancelled has ended already:
 * it takes no further step.
 */
export async function runTurn(
  engine: Engine,
  sessionId: string,
  signal: AbortSignal,
  watch: Watch,
): Promise<Session | undefined> {
  const { turn, storeHeld } = holdReplies(engine);
  return takeSteps(turn, sessionId, signal, watch).finally(storeHeld);
}

async function takeSteps(
  engine: TurnEngine,
  sessionId: string,
  signal: AbortSignal,
  watch: Watch,
): Promise<Session | undefined> {
  let session = await startTurn(engine, sessionId);
  if (!session) return undefined;
  watch.started(session.turn);
  const messages = await engine.conversations.load(session);

  while (!signal.aborted && !engine.drain.requested) {
    const calls = openCalls(messages);
    if (calls.length > 0) {
      const { results, waitingFor } = await invokeCalls(engine, session, calls, signal);
      messages.push(...results);
      await keepLongResults(engine, results);
      if (waitingFor) return waitTurn(engine, session, waitingFor);
      session = await stillRuns(engine, session, watch);
      if (!session) return undefined;
      continue;
    }
    if (stepsOf(messages, session.turn) >= engine.limits.stepsPerTurn) {
      return endTurn(engine, session, "escalated");
    }
    const spent = overBudget(engine, messages);
    if (spent) return endTurn(engine, session, "escalated", spent);
    const agent = await loadComposition(engine, session, messages);
    const reply = await askModel(engine, session, agent, messages, signal);
    if (signal.aborted) break;
    const { message, ended } = await addReply(engine, session, agent, messages, reply);
    if (ended) return ended;
    messages.push(message);
  }
  return undefined;
}
