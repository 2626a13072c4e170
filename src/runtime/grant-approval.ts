import { timestamp } from "../ports/clock.ts";
import type { Change } from "../ports/journal.ts";
import type { Approval } from "../schema/approval.ts";
import type { Invocation } from "../schema/invocation.ts";
import { auditOf, eventOf } from "./entries.ts";
import type { Gate } from "./gate.ts";

/** A person says Run. That is a record of its own: the call may start now, or after a restart. */
export function grantApproval(
  gate: Gate,
  { approval, invocation, actor }: { approval: Approval; invocation: Invocation; actor: string },
): Change[] {
  const answeredAt = timestamp(gate.clock.now());
  return [
    {
      type: "approval.put",
      approval: { ...approval, state: "approved", answeredBy: actor, answeredAt },
      expect: "pending",
    },
    ...eventOf(gate, invocation, "approval.answered", {
      approval_id: approval.id,
      state: "approved",
    }),
    auditOf(
      gate,
      invocation,
      "approval.answered",
      { approval_id: approval.id, state: "approved", level: approval.level },
      actor,
    ),
  ];
}
