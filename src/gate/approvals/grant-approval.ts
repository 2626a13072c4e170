import { timestamp } from "../../base/clock.ts";
import type { Change } from "../../stores/journal.ts";
import { excerpt } from "../audit/excerpt.ts";
import { auditOf, eventOf } from "../entries.ts";
import type { Gate } from "../gate.ts";
import { editedBy } from "./call-answer.ts";
import type { Asked } from "./edit-inputs.ts";

/** A person says Run. That is a record of its own: the call may start now, or after a restart. */
export function grantApproval(
  gate: Gate,
  { approval, invocation, before, actor }: Asked & { readonly actor: string },
): Change[] {
  const answeredAt = timestamp(gate.clock.now());
  const isEdited = before !== undefined;
  const { redactor } = gate;
  const answer = editedBy(gate.people.show(actor).name);
  return [
    // In one step with the answer: what is approved and what would run never differ.
    ...(isEdited
      ? [{ type: "invocation.put", invocation, expect: invocation.state } as const]
      : []),
    {
      type: "approval.put",
      approval: { ...approval, state: "approved", answeredBy: actor, answeredAt },
      expect: "pending",
    },
    ...eventOf(gate, invocation, "approval.answered", {
      approval_id: approval.id,
      state: "approved",
      ...(isEdited && { answer }),
    }),
    auditOf(
      gate,
      invocation,
      "approval.answered",
      {
        approval_id: approval.id,
        state: "approved",
        level: approval.level,
        ...(isEdited && {
          answer,
          edited: {
            before: excerpt(redactor, before),
            after: excerpt(redactor, approval.inputs),
          },
          input_digest: invocation.inputDigest,
        }),
      },
      actor,
    ),
  ];
}
