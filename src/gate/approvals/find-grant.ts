import { timestamp } from "../../base/clock.ts";
import type { ApprovalLevel } from "../../schema/approval.ts";
import type { StandingGrant } from "../../schema/standing-grant.ts";
import type { Attempt } from "../call.ts";
import type { Gate } from "../gate.ts";
import { policyRequestOf } from "../policy-request.ts";
import { accessDigest } from "./binding.ts";

type Found = {
  readonly grant?: StandingGrant;
  /** One would have fitted, had the tool not changed since it was given. */
  readonly suspended: boolean;
};

/** A remembered answer that stands for an approval of exactly this call. */
export async function findGrant(
  gate: Gate,
  attempt: Attempt,
  level: ApprovalLevel,
): Promise<Found> {
  // Who chose to be asked about everything is asked (X6).
  if (attempt.profile === "strict") return { suspended: false };
  const { toolId, actor, sessionId } = attempt.invocation;
  const fitting = (await gate.store.grants.listFor(toolId, actor, sessionId)).filter((grant) =>
    fits(gate, attempt, level, grant),
  );
  const grant = fitting.find((grant) => !isSuspended(attempt.tool, grant));
  if (grant) return { grant, suspended: false };
  return { suspended: fitting.length > 0 };
}

/** A changed tool is another tool: what was said about the old one does not count (A99, A120). */
export function isSuspended(tool: { readonly digest: string } | undefined, grant: StandingGrant) {
  return tool?.digest !== grant.definition;
}

function fits(gate: Gate, attempt: Attempt, level: ApprovalLevel, grant: StandingGrant): boolean {
  const { invocation } = attempt;
  if (grant.expiresAt !== null && grant.expiresAt <= timestamp(gate.clock.now())) return false;
  if (grant.match === "exact" && grant.input !== invocation.inputDigest) return false;
  if (gate.features.some((feature) => feature.serves?.(grant, attempt) === false)) return false;
  // Whoever said Always to a tool has not said it to what a stranger asks for (A112).
  if (attempt.tainted && grant.match !== "exact") return false;
  if (grant.access !== accessDigest(attempt)) return false;
  if (level === "admin" && grant.level !== "admin") return false;
  // Whoever may not approve this call may not have approved it in advance either.
  return gate.policy.decide(policyRequestOf(attempt, grant.createdBy)).effect !== "deny";
}
