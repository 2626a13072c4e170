import type { JsonValue } from "../../base/json.ts";
import type { Approval } from "../../schema/approval.ts";
import type { CallAnswer } from "../../schema/call-answer.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { StandingGrant } from "../../schema/standing-grant.ts";
import type { Change } from "../../stores/journal.ts";
import { excerpt } from "../audit/excerpt.ts";
import type { Attempt } from "../call.ts";
import { eventOf } from "../entries.ts";
import type { Gate } from "../gate.ts";
import type { Judgement } from "../judge.ts";

export function editedBy(by: string): CallAnswer {
  return { type: "edited", by, says: `${by} changed the input.` };
}

export function deniedBy(by: string, reason = ""): CallAnswer {
  const says = `${by} denied this call.${reason && ` Reason: ${reason}`}`;
  return { type: "denied", by, reason, says };
}

const MATCHES: Readonly<Record<StandingGrant["match"], string>> = {
  exact: "this input",
  tool: "any input",
  pack: "reads of this pack",
};

function rememberedBy(by: string, { id, match, sessionId }: StandingGrant): CallAnswer {
  const scope = sessionId === null ? "always" : "session";
  const covers = `${MATCHES[match]}, ${scope === "session" ? "in this session" : "always"}`;
  const says = `A remembered answer of ${by} allowed this call: ${covers} (${id}).`;
  return { type: "remembered", by, grant: id, match, scope, says };
}

/** The answer that a call runs under, where its line has to tell it: none for a plain Run. */
export function answerOf(
  { people }: Pick<Gate, "people">,
  { approval }: Pick<Attempt, "approval">,
  judgement: Judgement,
): { readonly answer?: CallAnswer } {
  if (approval?.edited) return { answer: editedBy(people.show(approval.edited.by).name) };
  const grant = judgement.effect === "allow" ? judgement.grant : null;
  return grant ? { answer: rememberedBy(people.show(grant.createdBy).name, grant) } : {};
}

export function startedEvent(gate: Gate, attempt: Attempt, judgement: Judgement): Change[] {
  const { invocation, inputs } = attempt;
  return eventOf(gate, invocation, "tool.started", {
    inputs,
    ...answerOf(gate, attempt, judgement),
  });
}

export function withAnswer(
  gate: Pick<Gate, "redactor" | "people">,
  attempt: Attempt,
  judgement: Judgement,
  outcome: Outcome,
): Outcome {
  const told = { ...outcome, ...answerOf(gate, attempt, judgement) };
  return withEdit(gate, attempt.approval, attempt.inputs, told);
}

/** A result without the changed input would be read as the result of the input that the caller wrote. */
export function withEdit(
  { redactor, people }: Pick<Gate, "redactor" | "people">,
  approval: Approval | null | undefined,
  inputs: JsonValue,
  outcome: Outcome,
): Outcome {
  if (!approval?.edited) return outcome;
  const ranWith = redactor.redact(excerpt(redactor, inputs));
  return { ...outcome, answer: editedBy(people.show(approval.edited.by).name), ranWith };
}
