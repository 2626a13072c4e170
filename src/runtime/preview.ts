import { digest } from "../base/digest.ts";
import type { JsonValue } from "../base/json.ts";
import type { Attempt } from "./call.ts";
import { checkResult } from "./check-result.ts";
import { excerpt } from "./excerpt.ts";
import { execute } from "./execute.ts";
import type { Gate } from "./gate.ts";
import { policyRequestOf } from "./policy-request.ts";
import { refersToSecrets } from "./secret-references.ts";

const DEADLINE_MS = 5_000;

/** What a person is shown, and the digest of all of it: what is shown may be cut. */
export type Preview = { readonly shown: JsonValue; readonly digest: string };

/**
 * What the call says it would do, for the person who is asked about it (I35). It runs before anyone
 * has approved, so only what ships with its host is believed to have no effect in a dry run, policy
 * must not forbid one, and no secret is handed out for it. A dry run that fails is no reason not to
 * ask.
 */
export async function preview(gate: Gate, attempt: Attempt): Promise<Preview | undefined> {
  const { tool, inputs, invocation } = attempt;
  if (!tool.behaviour.dryRun || tool.behaviour.readOnly || invocation.dryRun) return undefined;
  if (tool.trust !== "builtin" || refersToSecrets(inputs)) return undefined;
  const dryRun: Attempt = {
    ...attempt,
    tool: { ...tool, behaviour: { ...tool.behaviour, timeoutMs: DEADLINE_MS } },
    invocation: { ...invocation, dryRun: true },
    approval: null,
    ledger: null,
  };
  if (gate.policy.decide(policyRequestOf(dryRun)).effect === "deny") return undefined;
  const { state, outputs = null } = checkResult(gate, dryRun, await execute(gate, dryRun));
  if (state !== "completed") return undefined;
  return { shown: excerpt(gate.redactor, outputs), digest: digest(outputs) };
}
