import type { Change } from "../ports/journal.ts";
import { refuseApproval } from "../runtime/refuse-approval.ts";
import type { Session } from "../schema/session.ts";
import type { Engine } from "./engine.ts";

/** A new message takes the place of the questions that the session waits for. */
export async function withdrawApprovals({ gate }: Engine, session: Session): Promise<Change[]> {
  const changes: Change[] = [];
  for (const approvalId of session.inputRequest?.approvalIds ?? []) {
    const approval = await gate.store.approvals.get(approvalId);
    if (approval?.state !== "pending") continue;
    const invocation = await gate.store.invocations.get(approval.invocationId);
    if (!invocation) continue;
    const subject = { approval, invocation, actor: session.createdBy };
    changes.push(...refuseApproval(gate, subject, "withdrawn").changes);
  }
  return changes;
}
