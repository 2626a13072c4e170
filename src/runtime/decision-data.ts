import type { JsonObject } from "../base/json.ts";
import type { Decision } from "../schema/decision.ts";
import type { Attempt } from "./call.ts";
import { clip } from "./clip.ts";
import type { Gate } from "./gate.ts";
import type { Verdict } from "./judge.ts";

/**
 * What was decided about which call, by which rule: enough to decide it again by other rules. The
 * store redacts the inputs; the digest says whether these are all of them.
 */
export function decisionData(gate: Gate, attempt: Attempt, verdict: Verdict): JsonObject {
  const { invocation, profile, tool, inputs } = attempt;
  const { decision, shadow } = verdict;
  const grant = verdict.effect === "allow" ? verdict.grant : null;
  return {
    ...ruleData(decision, gate.policy.version),
    inputs: clip(inputs),
    input_digest: invocation.inputDigest,
    profile,
    scopes: invocation.scopes,
    tool_digest: tool.digest,
    ...(invocation.mode !== "execution" && { mode: invocation.mode }),
    ...(invocation.dryRun && { dry_run: true }),
    ...(invocation.specFrozenAt !== null && { spec_frozen_at: invocation.specFrozenAt }),
    ...(grant && { grant_id: grant.id }),
    ...(shadow && { shadow: ruleData(shadow, gate.shadow?.version ?? "") }),
  };
}

function ruleData({ effect, rule }: Decision, version: string): JsonObject {
  return { effect, rule, policy_version: version };
}
