import type { PolicyRequest } from "../policy/policy.ts";
import type { Attempt } from "./call.ts";

/** All that policy is told of an attempt. */
export function policyRequestOf(attempt: Attempt, approver: string | null = null): PolicyRequest {
  const { tool, inputs, profile, invocation } = attempt;
  return {
    tool,
    inputs,
    profile,
    actor: { id: invocation.actor, scopes: invocation.scopes },
    mode: invocation.mode,
    dryRun: invocation.dryRun,
    specFrozen: invocation.specFrozen,
    hosts: attempt.hosts,
    tainted: attempt.tainted,
    approver,
  };
}
