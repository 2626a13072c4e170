import type { JsonValue } from "../base/json.ts";
import type { Attempt } from "./call.ts";
import { checkResult } from "./check-result.ts";
import { excerpt } from "./excerpt.ts";
import { execute } from "./execute.ts";
import type { Gate } from "./gate.ts";
import { policyRequestOf } from "./policy-request.ts";
import { refersToSecrets } from "./secret-references.ts";

const DEADLINE_MS = 5_000;

/**
 * What the call says it would do, for the person who is asked about it (I35). It runs before anyone
 * has approved, so only what ships with its host is believed to rehearse without an effect, policy
 * must not forbid a dry run, and no secret is handed out for it. A rehearsal that fails is no
 * reason not to ask.
 */
export async function preview(gate: Gate, attempt: Attempt): Promise<JsonValue | undefined> {
  const { tool, inputs, invocation } = attempt;
  if (!tool.behaviour.dryRun || tool.behaviour.readOnly || invocation.dryRun) return undefined;
  if (tool.trust !== "builtin" || refersToSecrets(inputs)) return undefined;
  const rehearsal: Attempt = {
    ...attempt,
    tool: { ...tool, behaviour: { ...tool.behaviour, timeoutMs: DEADLINE_MS } },
    invocation: { ...invocation, dryRun: true },
    approval: null,
    ledger: null,
  };
  if (gate.policy.decide(policyRequestOf(rehearsal)).effect === "deny") return undefined;
  const outcome = checkResult(gate, rehearsal, await execute(gate, rehearsal));
  return outcome.state === "completed"
    ? excerpt(gate.redactor, outcome.outputs ?? null)
    : undefined;
}
