import type { JsonObject } from "../../base/json.ts";
import type { Decision } from "../../schema/decision.ts";
import { answerOf } from "../approvals/call-answer.ts";
import type { Attempt } from "../call.ts";
import type { Gate } from "../gate.ts";
import type { Judgement } from "../judge.ts";
import { excerpt } from "./excerpt.ts";

/**
 * What was decided about which call, by which rule: enough to decide it again by other rules. The
 * store redacts the inputs; the digest says whether these are all of them.
 */
export function decisionData(gate: Gate, attempt: Attempt, judgement: Judgement): JsonObject {
  const { invocation, profile, tool, inputs } = attempt;
  const { decision, shadow } = judgement;
  const grant = judgement.effect === "allow" ? judgement.grant : null;
  // In the order of their names: what is sorted already is written twice as fast.
  return {
    ...answerOf(gate, attempt, judgement),
    ...(invocation.dryRun && { dry_run: true }),
    effect: decision.effect,
    ...(grant && { grant_id: grant.id }),
    ...(attempt.hosts.length > 0 && { hosts: [...attempt.hosts] }),
    input_digest: invocation.inputDigest,
    inputs: excerpt(gate.redactor, inputs),
    ...(invocation.mode !== "execution" && { mode: invocation.mode }),
    policy_version: gate.policy.version,
    profile,
    ...(attempt.rewritten && {
      rewritten: {
        by: attempt.rewritten.by,
        inputs: excerpt(gate.redactor, attempt.rewritten.inputs),
      },
    }),
    rule: decision.rule,
    scopes: invocation.scopes,
    ...(shadow && { shadow: shadowData(gate, shadow) }),
    ...(invocation.specFrozenAt !== null && { spec_frozen_at: invocation.specFrozenAt }),
    ...(attempt.tainted && { tainted: true }),
    tool_digest: tool.digest,
  };
}

function shadowData({ shadow }: Gate, { effect, rule }: Decision): JsonObject {
  return { effect, policy_version: shadow?.version ?? "", rule };
}
