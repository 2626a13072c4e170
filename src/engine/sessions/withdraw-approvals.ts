import { refuseApproval } from "../../gate/approvals/refuse-approval.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Session } from "../../schema/session.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";

/**
 * Ends the questions of a turn that is over: those that nobody answered, and those that were answered
 * with Run and have not run yet, because another call of the same answer comes first.
 */
export async function withdrawApprovals(
  engine: Engine,
  session: Session,
  why: "replaced" | "cancelled",
): Promise<Change[]> {
  const { gate } = engine;
  const changes: Change[] = [];
  for (const approval of await openApprovals(engine, session)) {
    const invocation = await gate.store.invocations.get(approval.invocationId);
    if (invocation?.turn !== session.turn || invocation.position === null) continue;
    if (invocation.state !== "input_required") continue;
    const subject = { approval, invocation, actor: session.createdBy };
    changes.push(...refuseApproval(gate, subject, why).changes);
  }
  return changes;
}

async function openApprovals({ gate }: Engine, { id }: Session): Promise<readonly Approval[]> {
  const of = (state: "pending" | "approved") =>
    gate.store.approvals.list({ sessionId: id, state, limit: 2_000, offset: 0 });
  const [pending, approved] = await Promise.all([of("pending"), of("approved")]);
  return [...pending.items, ...approved.items];
}
