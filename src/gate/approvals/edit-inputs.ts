import { digest } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonValue } from "../../base/json.ts";
import { REDACTED } from "../../base/redaction/redactor-ranges.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Attempt } from "../call.ts";
import type { Gate } from "../gate.ts";
import { validateInput } from "../inputs/validate-input.ts";
import { openAttempt } from "../open-attempt.ts";
import { policyRequestOf } from "../policy-request.ts";
import { preview } from "../preview.ts";
import { repeatCall } from "../repeat-call.ts";

/** A question and its call; `before` is the input that was asked about, where this answer changes it. */
export type Asked = {
  readonly approval: Approval;
  readonly invocation: Invocation;
  readonly before?: JsonValue;
};

/**
 * The question with the input that its approver wants to run instead. It is held against schema, hooks
 * and policy like a new call, and the answer is bound to it; what the approver saw of the tool and of
 * its access stays bound as it was. Nothing runs here: the gate judges it once more when it does.
 */
export async function editInputs(
  gate: Gate,
  { approval, invocation }: Asked,
  wanted: JsonValue,
  actor: Actor,
): Promise<Asked> {
  assertNothingHidden(wanted);
  const call = await repeatCall(gate, invocation, null);
  const fresh = await openAttempt(gate, { ...call, inputs: wanted });
  const { inputs } = fresh;
  if (digest(inputs) === approval.binding.input) return { approval, invocation };
  assertHooksAgree(fresh);

  const edited: Invocation = { ...invocation, inputs, inputDigest: digest(inputs) };
  const attempt: Attempt = { ...fresh, invocation: edited };
  const decision = gate.policy.decide(policyRequestOf(attempt, actor.id));
  if (decision.effect !== "deny") assertIsTheirs(gate, attempt, actor);
  if (decision.effect === "ask_admin" && !actor.scopes.includes("admin")) {
    throw new CapstanError(
      "SCOPE_MISSING",
      `With this input it needs an admin: ${decision.reason}`,
    );
  }
  const seen = decision.effect === "deny" ? undefined : await preview(gate, attempt);
  const { preview: _, ...rest } = approval;
  return {
    invocation: edited,
    before: approval.inputs,
    approval: {
      ...rest,
      ...(seen && { preview: seen.shown }),
      level: decision.effect === "ask_admin" ? "admin" : approval.level,
      inputs,
      edited: { by: actor.id, inputs: approval.inputs },
      binding: {
        ...approval.binding,
        input: edited.inputDigest,
        preview: seen?.digest ?? "",
      },
    },
  };
}

/** Whether what ran, or is about to, is this input: nobody is told that theirs ran when it did not. */
export function isInputOf(gate: Gate, { toolId, binding }: Approval, inputs: JsonValue): boolean {
  const entry = gate.catalog.getEntry(toolId);
  try {
    return digest(entry ? validateInput(entry, inputs) : inputs) === binding.input;
  } catch (error) {
    if (error instanceof CapstanError) return false;
    throw error;
  }
}

/** A secret is shown to nobody, so that nobody can hand it on with an input of their own. */
function assertNothingHidden(wanted: JsonValue): void {
  if (!JSON.stringify(wanted).includes(REDACTED)) return;
  const message = `The input has a hidden value ("${REDACTED}"), which cannot be kept in a changed one. Write it out, or run the call as it is.`;
  throw new CapstanError("INPUT_INVALID", message, { details: { field: "inputs" } });
}

/** What a hook makes of it has nobody seen: it would not be what was approved. */
function assertHooksAgree({ veto, rewritten }: Attempt): void {
  if (veto) throw new CapstanError("VETOED", veto.reason);
  if (!rewritten) return;
  const message = `${rewritten.by.join(", ")} would change this input again. Choose another one, or run the call as it is.`;
  throw new CapstanError("VETOED", message);
}

/** Who changes the input makes the call as much as who asked: what is not theirs to call is refused. */
function assertIsTheirs(gate: Gate, attempt: Attempt, { id, scopes }: Actor): void {
  const own = gate.policy.decide({ ...policyRequestOf(attempt, id), actor: { id, scopes } });
  if (own.effect !== "deny") return;
  throw new CapstanError("APPROVER_REFUSED", own.reason, {
    details: { rule: own.rule, actor: id },
  });
}
