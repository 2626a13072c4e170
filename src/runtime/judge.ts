import type { ErrorCode } from "../base/errors.ts";
import type { Policy } from "../ports/policy.ts";
import type { ApprovalLevel, Binding } from "../schema/approval.ts";
import type { Decision } from "../schema/decision.ts";
import { bindingOf, changedParts } from "./binding.ts";
import type { Attempt } from "./call.ts";

/** What happens to an attempt, and the decision it rests on. */
export type Verdict = { readonly decision: Decision } & (
  | { readonly effect: "allow" }
  | { readonly effect: "ask"; readonly level: ApprovalLevel; readonly changed: (keyof Binding)[] }
  | { readonly effect: "deny"; readonly code: ErrorCode }
);

/**
 * Policy decides anew each time, also with an approval in hand. An approval helps only when nothing
 * it was bound to has changed and its level still suffices; it never overrules a denial (X8).
 */
export function judge(policy: Policy, attempt: Attempt): Verdict {
  const { tool, inputs, invocation, profile, approval } = attempt;
  const decision = policy.decide({
    tool,
    inputs,
    profile,
    actor: invocation.actor,
    mode: invocation.mode,
    dryRun: invocation.dryRun,
    specFrozen: invocation.specFrozen,
  });
  if (decision.effect === "deny") return { effect: "deny", decision, code: "POLICY_DENIED" };
  if (invocation.dryRun && !tool.behaviour.readOnly && !tool.behaviour.dryRun) {
    return { effect: "deny", decision: cannotRehearse(tool.name), code: "DRY_RUN_UNSUPPORTED" };
  }

  const level = decision.effect === "ask_admin" ? "admin" : "user";
  const changed = approval ? changedParts(approval.binding, bindingOf(attempt)) : [];
  if (changed.length > 0) return { effect: "ask", decision, level, changed };
  if (decision.effect === "allow") return { effect: "allow", decision };
  const suffices = approval !== null && (approval.level === "admin" || level === "user");
  return suffices ? { effect: "allow", decision } : { effect: "ask", decision, level, changed };
}

function cannotRehearse(name: string): Decision {
  return {
    effect: "deny",
    rule: "dry_run.unsupported",
    reason: `"${name}" has effects and cannot rehearse them, so it does not run in a dry run.`,
  };
}
