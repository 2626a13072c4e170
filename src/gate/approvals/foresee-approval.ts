import type { JsonValue } from "../../base/json.ts";
import type { Access } from "../../schema/access.ts";
import type { ApprovalLevel } from "../../schema/approval.ts";
import type { RiskLevel } from "../../schema/risk-level.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import type { Call } from "../call.ts";
import type { Gate } from "../gate.ts";
import { judge } from "../judge.ts";
import { openAttempt } from "../open-attempt.ts";
import { questionOf } from "./ask-approval.ts";

/** What would become of a call, and what its approval would show. */
export type Foreseen = {
  readonly effect: "allow" | "ask" | "deny";
  readonly reason: string;
  readonly riskLevel: RiskLevel;
  readonly sideEffectTags: SideEffect[];
  readonly inputs: JsonValue;
  readonly level?: ApprovalLevel;
  readonly access?: Access;
  readonly preview?: JsonValue;
};

/** Stores nothing, and runs nothing but what an approval runs before it is shown: a dry run. */
export async function foreseeApproval(gate: Gate, call: Call): Promise<Foreseen> {
  const attempt = await openAttempt(gate, call);
  const { tool, inputs } = attempt;
  const { riskLevel, sideEffectTags } = tool;
  const judgement = await judge(gate, attempt);
  const { effect, decision } = judgement;
  const foreseen = { effect, reason: decision.reason, riskLevel, sideEffectTags, inputs };
  if (judgement.effect !== "ask") return foreseen;
  const { reason, level, access, preview } = await questionOf(gate, attempt, judgement);
  return {
    ...foreseen,
    reason,
    level,
    ...(access && { access }),
    ...(preview !== undefined && { preview }),
  };
}
