import type { Explanation } from "../schema/explanation.ts";
import type { Call, Parent } from "./call.ts";
import type { Demand } from "./call-feature.ts";
import type { Gate } from "./gate.ts";
import { openAttempt } from "./open-attempt.ts";
import { policyRequestOf } from "./policy-request.ts";

/** What policy says of a call, and what is demanded of it in the turn that it would be made in. */
export async function explainCall(
  gate: Gate,
  call: Call,
  turn: number | null,
): Promise<Explanation> {
  const asked: Call = { ...call, parent: SOME_PROGRAM };
  const attempt = await openAttempt(gate, asked);
  const explained = gate.policy.explain(policyRequestOf(attempt));
  const { demands } = await gate.setupOf({ ...asked, turn });
  return demands(attempt.inputs).reduce(withDemand, explained);
}

/** An act is explained as if a program asked for it. */
const SOME_PROGRAM: Parent = { id: "", toolId: "", tainted: false, turn: 0, approved: [] };

function withDemand(explained: Explanation, { rule: id, reason, file, until }: Demand) {
  const { decision, levels, ...rest } = explained;
  const rule = { id, effect: "forbid" as const, file, line: 1, reason };
  return {
    ...rest,
    decision:
      decision.effect === "allow"
        ? { effect: "ask" as const, rule: id, reason }
        : { ...decision, reason: `${decision.reason} ${reason}` },
    levels: levels.map((level) =>
      level.level === 0 ? { ...level, allowed: false, rules: [...level.rules, rule] } : level,
    ),
    wouldChange: [...rest.wouldChange, { change: until, effect: decision.effect }],
  };
}
