import { CapstanError } from "../../base/errors.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Gate } from "../gate.ts";
import { openAttempt } from "../open-attempt.ts";
import { policyRequestOf } from "../policy-request.ts";
import { orRefused } from "../reopen.ts";
import { repeatCall } from "../repeat-call.ts";

/** Throws unless policy lets this person approve this call: four eyes are two people's. */
export async function mayApprove(gate: Gate, invocation: Invocation, actor: Actor): Promise<void> {
  const call = await repeatCall(gate, invocation, null);
  const earlier = { invocation, approval: null, ledger: null };
  const attempt = await orRefused(openAttempt(gate, call, earlier));
  // A call that cannot be attempted any more is settled when it is run.
  if (attempt instanceof CapstanError) return;
  const withThem = gate.policy.decide(policyRequestOf(attempt, actor.id));
  const withSomeone = gate.policy.decide(policyRequestOf(attempt));
  if (withThem.effect !== "deny" || withSomeone.effect === "deny") return;
  throw new CapstanError("APPROVER_REFUSED", withThem.reason, {
    details: { rule: withThem.rule, actor: actor.id },
  });
}
