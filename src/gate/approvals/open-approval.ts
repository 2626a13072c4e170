import { timestamp } from "../../base/clock.ts";
import type { Approval } from "../../schema/approval.ts";
import { ANSWER_WITHIN_MS } from "../../schema/input-request.ts";
import { joinAccess } from "../access/open-once.ts";
import type { Gate } from "../gate.ts";
import { type Bound, bindingOf } from "./binding.ts";

/** What a person is told beside the call itself. */
export type Question = Pick<
  Approval,
  "level" | "reason" | "changed" | "preview" | "rewritten" | "access" | "roots"
> & {
  readonly previewDigest?: string;
};

/** A new question about exactly this call, with its expiry. */
export function openApproval(
  gate: Gate,
  bound: Bound,
  { previewDigest, ...question }: Question,
): Approval {
  const { tool, inputs, invocation } = bound;
  const now = gate.clock.now();
  return {
    id: gate.newId("appr"),
    state: "pending",
    sessionId: invocation.sessionId,
    invocationId: invocation.id,
    toolId: tool.toolId,
    riskLevel: tool.riskLevel,
    sideEffectTags: tool.sideEffectTags,
    inputs,
    binding: bindingOf(opened(bound, question), previewDigest),
    expiresAt: timestamp(now + lifetimeMs(gate, invocation)),
    createdAt: timestamp(now),
    answeredBy: null,
    answeredAt: null,
    ...question,
  };
}

/** A call that opens something is approved as it will then run. */
function opened(bound: Bound, { access }: Pick<Question, "access">): Bound {
  return access ? { ...bound, access: joinAccess(bound.access, access) } : bound;
}

/** The program that asked for an act is not kept for as long as a call that is only stored. */
function lifetimeMs({ limits }: Gate, { parent }: Bound["invocation"]): number {
  return parent ? Math.min(limits.approvalTtlMs, ANSWER_WITHIN_MS) : limits.approvalTtlMs;
}
