import type { ErrorCode } from "../base/errors.ts";
import { ALLOW_LIST_RULE } from "../policy/permissions.ts";
import type { ApprovalLevel, Binding } from "../schema/approval.ts";
import { isDestructive } from "../schema/changes-in-place.ts";
import type { Decision } from "../schema/decision.ts";
import type { StandingGrant } from "../schema/standing-grant.ts";
import { judgeAccess, type Opens } from "./access/judge-access.ts";
import type { Veto } from "./apply-hooks.ts";
import { bindingOf, changedParts } from "./approvals/binding.ts";
import { findGrant } from "./approvals/find-grant.ts";
import { answerDigest } from "./approvals/moment.ts";
import type { Attempt } from "./call.ts";
import { firstOf, type Refusal } from "./call-feature.ts";
import type { Gate } from "./gate.ts";
import { policyRequestOf } from "./policy-request.ts";
import { foresee, isHarmlessDryRun, type Preview, preview, whyMany } from "./preview.ts";

/** What happens to an attempt, and the decision it rests on. */
export type Judgement = {
  readonly decision: Decision;
  /** What the shadow policy would have said, where that is something else. */
  readonly shadow: Decision | null;
} & (
  | {
      readonly effect: "allow";
      readonly grant: StandingGrant | null;
      /** How many files a dry run said that it would change. */
      readonly foreseen?: number | undefined;
    }
  | {
      readonly effect: "ask";
      readonly level: ApprovalLevel;
      readonly changed: (keyof Binding)[];
      /** What would have to be opened as well. */
      readonly opens?: Opens;
      /** What a dry run has said already. */
      readonly seen?: Preview | undefined;
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
  if (gate.people.get(invocation.actor)?.state === "disabled") return disabled();
  const refused = firstOf(gate.features, (feature) => feature.refuse?.(attempt));
  if (refused) return refuses(refused);
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
  // What is asked about whatever policy, a list or a remembered answer says.
  const { changed, seen } = await lookAhead(gate, attempt, open.type === "missing");
  const always = alwaysAsks(attempt, seen, decision);
  if (open.type === "missing") {
    const { opens } = open;
    const asked = withReasons(decision, [...always, { reason: opens.reason }]);
    const highest = opens.level === "admin" ? "admin" : level;
    return { effect: "ask", decision: asked, shadow, level: highest, changed, opens };
  }
  const asked = withReasons(decision, always);
  const ask = { effect: "ask", decision: asked, shadow, level, changed, seen } as const;
  if (changed.length > 0) return ask;
  if (invocation.dryRun && always.length === 0 && isHarmlessDryRun(gate, attempt)) {
    return { effect: "allow", decision: onlyLooks(decision), shadow, grant: null };
  }
  const suffices =
    (approval !== null && (approval.level === "admin" || level === "user")) ||
    (level === "user" && isReadOfApproved(attempt));
  if (suffices || (decision.effect === "allow" && always.length === 0)) {
    return { effect: "allow", decision, shadow, grant: null, foreseen: seen?.files };
  }
  if (always.length > 0) return ask;
  const { grant, suspended } = await findGrant(gate, attempt, level);
  if (grant) return { effect: "allow", decision, shadow, grant, foreseen: seen?.files };
  return { ...ask, changed: suspended ? ["definition"] : [] };
}

const DESTROYS = "It may delete or move files of this machine.";

type Reason = { readonly reason: string; readonly rule?: string };

function alwaysAsks(
  { tool, named, invocation, demands, approval, asksFirst }: Attempt,
  seen: Preview | undefined,
  decision: Decision,
): readonly Reason[] {
  // Of files that are nobody's but a person's own, that person is asked each time (I17, X18).
  const destroys = isDestructive(tool) && named.paths.length > 0 && !invocation.dryRun;
  const many = whyMany(seen);
  return [
    ...demands,
    // The owner has named it in the settings: that is the answer.
    ...(asksFirst !== undefined && decision.rule !== ALLOW_LIST_RULE
      ? [{ rule: "first_run", reason: asksFirst }]
      : []),
    ...(destroys ? [{ reason: DESTROYS }] : []),
    ...(many !== undefined && !approval ? [{ reason: many }] : []),
  ];
}

/** Why policy asks, where it does, and then these. */
function withReasons(decision: Decision, more: readonly Reason[]): Decision {
  if (more.length === 0) return decision;
  const allows = decision.effect === "allow";
  const reasons = [...(allows ? [] : [decision]), ...more].map(({ reason }) => reason);
  const rule = (allows && more.find((one) => one.rule)?.rule) || decision.rule;
  return { ...decision, rule, reason: reasons.join(" ") };
}

/** What a dry run says now; and what of an approved call is another by now, that among it. */
async function lookAhead(
  gate: Gate,
  attempt: Attempt,
  isMissing: boolean,
): Promise<{ changed: (keyof Binding)[]; seen?: Preview | undefined }> {
  const { approval } = attempt;
  // Without the folder that it is about there is nothing to foresee.
  if (!approval) return { changed: [], seen: isMissing ? undefined : await foresee(gate, attempt) };
  const { binding } = approval;
  if (attempt.run && binding.preview !== "") {
    const now = answerDigest(attempt.run);
    return { changed: changedParts(binding, bindingOf(attempt, now)) };
  }
  const seen = binding.preview === "" ? undefined : await preview(gate, attempt);
  return { changed: changedParts(binding, bindingOf(attempt, seen?.digest)), seen };
}

/** An approval of a program's call covers the reads that its declared effects name. */
function isReadOfApproved({ tool, parent }: Attempt): boolean {
  const approved = new Set(parent?.approved);
  return tool.behaviour.readOnly && approved.size > 0 && isSubset(tool.sideEffectTags, approved);
}

function isSubset<T>(some: readonly T[], all: ReadonlySet<T>): boolean {
  return some.length > 0 && some.every((one) => all.has(one));
}

/** A hook says no before anyone is asked; it can never say yes. */
function vetoed({ capabilityId, reason }: Veto): Judgement {
  const decision: Decision = { effect: "deny", rule: `hook.${capabilityId}`, reason };
  return { effect: "deny", decision, shadow: null, code: "VETOED" };
}

/** A turn that still runs asks for calls: the gate refuses each of them. */
function disabled(): Judgement {
  const reason = "The principal of this call is disabled. The call did not run.";
  const decision: Decision = { effect: "deny", rule: "principal.disabled", reason };
  return { effect: "deny", decision, shadow: null, code: "PRINCIPAL_DISABLED" };
}

/** Whatever was approved before. */
function refuses({ code, rule, reason }: Refusal): Judgement {
  return { effect: "deny", decision: { effect: "deny", rule, reason }, shadow: null, code };
}

/** A person who is asked sees what such a run says: it cannot need an approval itself (I35). */
function onlyLooks(decision: Decision): Decision {
  if (decision.effect === "allow") return decision;
  return { effect: "allow", rule: "dry_run", reason: "A dry run changes nothing." };
}

function cannotDryRun(name: string): Decision {
  return {
    effect: "deny",
    rule: "dry_run.unsupported",
    reason: `"${name}" has effects and no dry run, so it does not run in one.`,
  };
}
