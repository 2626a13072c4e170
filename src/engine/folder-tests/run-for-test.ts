import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { refuseApproval } from "../../runtime/refuse-approval.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Session } from "../../schema/session.ts";
import { answerApproval } from "../answer-approval.ts";
import type { Engine } from "../engine.ts";
import { eraseSession } from "../erase-session.ts";
import { invokeTool } from "../invoke-tool.ts";
import { openSession } from "../open-session.ts";
import type { TestedItem } from "./folder-tester.ts";

type Wanted = {
  readonly title: string;
  readonly call: { readonly toolId: string; readonly inputs: JsonObject };
  readonly actor: Actor;
  /** Puts files into the session, and attaches what is tested. */
  readonly prepare: (session: Session) => Promise<Session>;
};

type Verdict = Pick<TestedItem, "state" | "message">;

/**
 * One call in a session of its own, which is erased afterwards. It takes the way of every call: where
 * it asks, whoever wants the test answers, as far as policy lets them.
 */
export async function runForTest(
  engine: Engine,
  { title, call, actor, prepare }: Wanted,
  judge: (outcome: Outcome) => Verdict,
): Promise<Omit<TestedItem, "name">> {
  const opened = await openSession(engine, { title }, actor);
  const { id } = opened;
  try {
    const outcome = await invokeAnswered(engine, await prepare(opened), call, actor);
    return { ...judge(outcome), durationMs: outcome.durationMs };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return { state: "failed", message: error.message, durationMs: 0 };
  } finally {
    await withdrawAll(engine, id, actor);
    await eraseSession(engine, id, actor).catch(engine.report);
  }
}

async function invokeAnswered(
  engine: Engine,
  session: Session,
  call: Wanted["call"],
  actor: Actor,
): Promise<Outcome> {
  const outcome = await invokeTool(engine, { ...call, actor }, session);
  const [approval] = outcome.inputRequest?.approvalIds ?? [];
  if (approval === undefined) return outcome;
  return (await answerApproval(engine, approval, { type: "run" }, actor)).outcome;
}

/** Questions that this person may not answer would keep the session for good. */
async function withdrawAll({ gate }: Engine, sessionId: string, actor: Actor): Promise<void> {
  const filter = { sessionId, state: "pending" as const, limit: 10, offset: 0 };
  for (const approval of (await gate.store.approvals.list(filter)).items) {
    const invocation = await gate.store.invocations.get(approval.invocationId);
    if (!invocation) continue;
    const subject = { approval, invocation, actor: actor.name };
    const { changes } = refuseApproval(gate, subject, "cancelled");
    await gate.store.journal.commit("approval.answer", changes);
  }
}
