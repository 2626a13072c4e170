import type { JsonObject } from "../base/json.ts";
import type { ApprovalLevel } from "../schema/approval.ts";
import type { RiskLevel } from "../schema/risk-level.ts";
import type { SideEffect } from "../schema/side-effect.ts";
import type { Call } from "./call.ts";
import type { Gate } from "./gate.ts";
import { judge } from "./judge.ts";
import { openAttempt } from "./open-attempt.ts";

/** What would be decided about a call, in the words of the abstraction layer (C26). */
export type PolicyDecision = {
  /** It would run now. */
  readonly allowed: boolean;
  readonly reason: string;
  readonly requiresApproval: boolean;
  /** What a person would be asked; null when nobody would. */
  readonly approvalContext: ApprovalContext | null;
};

export type ApprovalContext = {
  readonly toolId: string;
  readonly inputs: JsonObject;
  readonly level: ApprovalLevel;
  readonly riskLevel: RiskLevel;
  readonly riskReasons: readonly string[];
  readonly sideEffectTags: readonly SideEffect[];
  readonly rule: string;
};

/** Runs nothing and writes nothing. Throws for inputs that do not fit, as the call itself would. */
export async function checkAllowed(gate: Gate, call: Call): Promise<PolicyDecision> {
  const attempt = await openAttempt(gate, call);
  const judgement = await judge(gate, attempt);
  const { effect, decision } = judgement;
  const { toolId, riskLevel, riskReasons, sideEffectTags } = attempt.tool;
  const about = { toolId, riskLevel, riskReasons, sideEffectTags, inputs: attempt.inputs };
  return {
    allowed: effect === "allow",
    reason: decision.reason,
    requiresApproval: effect === "ask",
    approvalContext:
      effect === "ask" ? { ...about, level: judgement.level, rule: decision.rule } : null,
  };
}
