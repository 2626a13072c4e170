import { callerGoesOn } from "../../gate/act.ts";
import { refuseApproval } from "../../gate/approvals/refuse-approval.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Session } from "../../schema/session.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";

/**
 * Ends the questions of a turn that is over: those that nobody answered, and those that were answered
 * with Run and have not run yet, because another call of the same answer comes first. A call whose
 * program waits for an act goes on with the refusal.
 */
export async function withdrawApprovals(
  engine: Engine,
  session: Session,
  why: "replaced" | "cancelled",
): Promise<{ readonly changes: Change[]; readonly goesOn: boolean }> {
  const { gate } = engine;
  const changes: Change[] = [];
  let goesOn = false;
  for (const approval of await openApprovals(engine, session)) {
    const invocation = await gate.store.invocations.get(approval.invocationId);
    if (invocation?.turn !== session.turn) continue;
    if (invocation.position === null && !invocation.parent) continue;
    if (invocation.state !== "input_required") continue;
    const subject = { approval, invocation, actor: session.createdBy };
    const caller = await callerGoesOn(gate, invocation);
    changes.push(...refuseApproval(gate, subject, why).changes, ...caller);
    goesOn ||= caller.length > 0;
  }
  return { changes, goesOn };
}

async function openApprovals({ gate }: Engine, { id }: Session): Promise<readonly Approval[]> {
  const of = (state: "pending" | "approved") =>
    gate.store.approvals.list({ sessionId: id, state, limit: 2_000, offset: 0 });
  const [pending, approved] = await Promise.all([of("pending"), of("approved")]);
  return [...pending.items, ...approved.items];
}
