import { CapstanError } from "../base/errors.ts";
import type { Actor } from "../schema/actor.ts";
import type { Invocation } from "../schema/invocation.ts";
import { attemptAgain } from "./attempt-again.ts";
import type { Gate } from "./gate.ts";
import { policyRequestOf } from "./policy-request.ts";

/** Throws unless policy lets this person approve this call: four eyes are two people's. */
export async function mayApprove(gate: Gate, invocation: Invocation, actor: Actor): Promise<void> {
  const attempt = await attemptAgain(gate, invocation, {
    approval: null,
    ledger: null,
    signal: null,
  });
  // A call that cannot be attempted any more is settled when it is run.
  if (attempt instanceof CapstanError) return;
  const withThem = gate.policy.decide(policyRequestOf(attempt, actor.name));
  const withSomeone = gate.policy.decide(policyRequestOf(attempt));
  if (withThem.effect !== "deny" || withSomeone.effect === "deny") return;
  throw new CapstanError("APPROVER_REFUSED", withThem.reason, {
    details: { rule: withThem.rule, actor: actor.name },
  });
}
