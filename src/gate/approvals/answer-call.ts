import { CapstanError } from "../../base/errors.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Answer } from "../executor.ts";
import type { Gate } from "../gate.ts";
import { answerQuestion } from "./questions.ts";

/** Answers what a call outside a turn asks: the token is the one that its outcome carries. */
export async function answerCall(
  gate: Gate,
  resumeToken: string,
  answer: Answer,
  actor: Actor,
): Promise<Outcome> {
  const { invocations, journal } = gate.store;
  const invocation = await invocations.get(resumeToken.split(":")[0] ?? "");
  const { outcome } = invocation ?? {};
  if (!invocation || outcome?.resumeToken !== resumeToken) {
    const message = "This call has moved on since this resume token. Please refresh.";
    throw new CapstanError("STATE_CONFLICT", message, { details: { field: "resume_token" } });
  }
  if (outcome.inputRequest?.kind !== "fields") {
    const message = 'This call waits to be told what became of it: "reconcile".';
    throw new CapstanError("STATE_CONFLICT", message, { details: { field: "reconcile" } });
  }
  const commit = async (changes: Parameters<typeof journal.commit>[1]) => {
    await journal.commit("call.answer", changes);
  };
  return answerQuestion(gate, { invocation, answer, actor, commit });
}
