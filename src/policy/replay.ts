import type { Decision } from "../schema/decision.ts";
import type { CedarPolicy } from "./create-cedar-policy.ts";
import type { PolicyRequest } from "./policy.ts";

/** A call that was decided before. */
export type ReplayCase = {
  readonly request: PolicyRequest;
  readonly recorded: Decision["effect"];
  /** Whether the inputs are those that a record keeps, with secrets taken out. */
  readonly redacted: boolean;
  readonly at: string;
  readonly invocationId: string;
};

export type Difference = {
  readonly invocationId: string;
  readonly at: string;
  readonly toolId: string;
  readonly was: Decision["effect"];
  readonly now: Decision["effect"];
  readonly rule: string;
  readonly reason: string;
  /** Rests on inputs that are not all there. */
  readonly redacted: boolean;
};

export type Replay = {
  readonly decided: number;
  readonly unchanged: number;
  readonly redacted: number;
  /** The first of them; there are `decided - unchanged`. */
  readonly differing: readonly Difference[];
};

type Effect = Decision["effect"];

const MAX_KEPT = 200;

/** A dry run needs no approval: only a denial of it is a difference. */
function isSame({ dryRun, tool }: PolicyRequest, one: Effect, other: Effect): boolean {
  const asksNobody = dryRun && tool.behaviour.dryRun;
  return one === other || (asksNobody && one !== "deny" && other !== "deny");
}

/** What a policy says of calls that another one decided. */
export function replayDecisions(policy: CedarPolicy, cases: Iterable<ReplayCase>): Replay {
  const differing: Difference[] = [];
  let [decided, unchanged, redactedCases] = [0, 0, 0];
  for (const { request, recorded, invocationId, at, ...one } of cases) {
    const { effect, rule, reason } = policy.decide(request);
    const redacted = one.redacted && policy.readsInputs(request);
    decided++;
    if (redacted) redactedCases++;
    if (isSame(request, effect, recorded)) unchanged++;
    else if (differing.length < MAX_KEPT) {
      const { toolId } = request.tool;
      differing.push({
        invocationId,
        at,
        toolId,
        was: recorded,
        now: effect,
        rule,
        reason,
        redacted,
      });
    }
  }
  return { decided, unchanged, redacted: redactedCases, differing };
}
