import { CapstanError } from "../../base/errors.ts";
import { judgeAccess } from "../access/judge-access.ts";
import type { Call } from "../call.ts";
import type { Gate } from "../gate.ts";
import { openAttempt } from "../open-attempt.ts";
import { policyRequestOf } from "../policy-request.ts";

/**
 * Why this call would not be let through whoever approves it; undefined when it may be. Runs and
 * writes nothing.
 */
export async function wouldRefuse(gate: Gate, call: Call): Promise<string | undefined> {
  try {
    const attempt = await openAttempt(gate, call);
    if (attempt.veto) return attempt.veto.reason;
    const { effect, reason } = gate.policy.decide(policyRequestOf(attempt));
    if (effect === "deny") return reason;
    const access = await judgeAccess(gate, attempt);
    return access.type === "refused" ? access.reason : undefined;
  } catch (error) {
    if (error instanceof CapstanError) return error.message;
    throw error;
  }
}
