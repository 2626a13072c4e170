import type { ErrorCode } from "../base/errors.ts";
import type { Approval, ApprovalLevel, Binding } from "../schema/approval.ts";
import { isDestructive } from "../schema/changes-in-place.ts";
import type { Decision } from "../schema/decision.ts";
import type { StandingGrant } from "../schema/standing-grant.ts";
import { judgeAccess, type Opens } from "./access/judge-access.ts";
import type { Veto } from "./apply-hooks.ts";
import { bindingOf, changedParts } from "./binding.ts";
import type { Attempt } from "./call.ts";
import { findGrant } from "./find-grant.ts";
import type { Gate } from "./gate.ts";
import { policyRequestOf } from "./policy-request.ts";
import { preview } from "./preview.ts";

/** What happens to an attempt, and the decision it rests on. */
export type Judgement = {
  readonly decision: Decision;
  /** What the shadow policy would have said, where that is something else. */
  readonly shadow: Decision | null;
} & (
  | { readonly effect: "allow"; readonly grant: StandingGrant | null }
  | {
      readonly effect: "ask";
      readonly level: ApprovalLevel;
      readonly changed: (keyof Binding)[];
      /** What would have to be opened as well. */
      readonly opens?: Opens;
    }
  | { readonly effect: "deny"; readonly code: ErrorCode }
);

/**
 * Policy decides anew each time, also with an approval in hand. An approval helps only when nothing
 * it was bound to has changed and its level still suffices; it never overrules a denial (X8). A
 * remembered answer is an approval given in advance, under the same conditions.
 */
export async function judge(gate: Gate, attempt: Attempt): Promise<Judgement> {
  const { tool, invocation, approval } = attempt;
  if (attempt.veto) return vetoed(attempt.veto);
  const request = policyRequestOf(attempt, approval?.answeredBy ?? null);
  const decision = gate.policy.decide(request);
  const shadowed = gate.shadow?.decide(request) ?? null;
  const shadow = shadowed && shadowed.effect !== decision.effect ? shadowed : null;

  if (decision.effect === "deny")
    return { effect: "deny", decision, shadow, code: "POLICY_DENIED" };
  if (invocation.dryRun && !tool.behaviour.readOnly && !tool.behaviour.dryRun) {
    const code = "DRY_RUN_UNSUPPORTED";
    return { effect: "deny", decision: cannotDryRun(tool.name), shadow, code };
  }

  const open = await judgeAccess(gate, attempt);
  if (open.type === "refused") {
    const refused: Decision = { effect: "deny", rule: "access", reason: open.reason };
    return { effect: "deny", decision: refused, shadow, code: open.code };
  }
  const level = decision.effect === "ask_admin" ? "admin" : "user";
  const changed = approval ? await changedSince(gate, attempt, approval) : [];
  if (open.type === "missing") {
    const { opens } = open;
    const asked: Decision = { ...decision, reason: `${asks(decision)}${opens.reason}` };
    const highest = opens.level === "admin" ? "admin" : level;
    return { effect: "ask", decision: asked, shadow, level: highest, changed, opens };
  }
  if (changed.length > 0) return { effect: "ask", decision, shadow, level, changed };
  const suffices = approval !== null && (approval.level === "admin" || level === "user");
  const destroys = isDestructive(tool) && attempt.named.paths.length > 0 && !invocation.dryRun;
  if (suffices || (decision.effect === "allow" && !destroys)) {
    return { effect: "allow", decision, shadow, grant: null };
  }
  // Of files that are nobody's but a person's own, that person is asked each time (I17, X18).
  if (destroys) {
    const asked: Decision = { ...decision, reason: `${asks(decision)}${DESTROYS}` };
    return { effect: "ask", decision: asked, shadow, level, changed };
  }
  const { grant, suspended } = await findGrant(gate, attempt, level);
  if (grant) return { effect: "allow", decision, shadow, grant };
  return { effect: "ask", decision, shadow, level, changed: suspended ? ["definition"] : [] };
}

const DESTROYS = "It may delete or move files of this machine.";

/** Why policy asks, as the beginning of a longer reason; nothing where it does not. */
function asks({ effect, reason }: Decision): string {
  return effect === "allow" ? "" : `${reason} `;
}

/** What of an approved call is another by now: also what a dry run says that it would do. */
async function changedSince(gate: Gate, attempt: Attempt, { binding }: Approval) {
  const seen = binding.preview === "" ? undefined : await preview(gate, attempt);
  return changedParts(binding, bindingOf(attempt, seen?.digest));
}

/** A hook says no before anyone is asked; it can never say yes. */
function vetoed({ capabilityId, reason }: Veto): Judgement {
  const decision: Decision = { effect: "deny", rule: `hook.${capabilityId}`, reason };
  return { effect: "deny", decision, shadow: null, code: "VETOED" };
}

function cannotDryRun(name: string): Decision {
  return {
    effect: "deny",
    rule: "dry_run.unsupported",
    reason: `"${name}" has effects and no dry run, so it does not run in one.`,
  };
}
