import { ALLOWED_TOOLS_RULE, outsideReason } from "../features/packs/allowed-tools.ts";
import type { Explanation } from "../schema/explanation.ts";
import type { Call, Parent } from "./call.ts";
import type { Gate } from "./gate.ts";
import { openAttempt } from "./open-attempt.ts";
import { policyRequestOf } from "./policy-request.ts";

/** What policy says of a call, and what the packs do that are open in the turn it would be made in. */
export async function explainCall(
  gate: Gate,
  call: Call,
  turn: number | null,
): Promise<Explanation> {
  const asked: Call = { ...call, parent: SOME_PROGRAM };
  const attempt = await openAttempt(gate, asked);
  const explained = gate.policy.explain(policyRequestOf(attempt));
  const { outside } = await gate.setupOf({ ...asked, turn });
  const packs = outside(attempt.inputs);
  return packs.length === 0 ? explained : withPacks(explained, packs);
}

/** An act is explained as if a program asked for it. */
const SOME_PROGRAM: Parent = { id: "", toolId: "", tainted: false, turn: 0, approved: [] };

function withPacks({ decision, levels, ...rest }: Explanation, packs: readonly string[]) {
  const reason = outsideReason(packs);
  const rule = {
    id: ALLOWED_TOOLS_RULE,
    effect: "forbid" as const,
    file: `pack:${packs[0]}`,
    line: 1,
    reason,
  };
  return {
    ...rest,
    decision:
      decision.effect === "allow"
        ? { effect: "ask" as const, rule: ALLOWED_TOOLS_RULE, reason }
        : { ...decision, reason: `${decision.reason} ${reason}` },
    levels: levels.map((level) =>
      level.level === 0 ? { ...level, allowed: false, rules: [...level.rules, rule] } : level,
    ),
    wouldChange: [
      ...rest.wouldChange,
      { change: "the turn ends, and with it what its open packs allow", effect: decision.effect },
    ],
  };
}
