import type { JsonValue } from "../base/json.ts";
import type { Attempt } from "./call.ts";
import { checkResult } from "./check-result.ts";
import { excerpt } from "./excerpt.ts";
import { execute } from "./execute.ts";
import type { Gate } from "./gate.ts";

const DEADLINE_MS = 5_000;

/**
 * What the call says it would do, for the person who is asked about it (I35). Only for tools that
 * can rehearse; a rehearsal that fails is no reason not to ask.
 */
export async function preview(gate: Gate, attempt: Attempt): Promise<JsonValue | undefined> {
  const { tool, invocation } = attempt;
  if (!tool.behaviour.dryRun || tool.behaviour.readOnly || invocation.dryRun) return undefined;
  const rehearsal: Attempt = {
    ...attempt,
    tool: { ...tool, behaviour: { ...tool.behaviour, timeoutMs: DEADLINE_MS } },
    invocation: { ...invocation, dryRun: true },
    approval: null,
    ledger: null,
  };
  const outcome = checkResult(gate, rehearsal, await execute(gate, rehearsal));
  return outcome.state === "completed"
    ? excerpt(gate.redactor, outcome.outputs ?? null)
    : undefined;
}
