import { questionMoment, rememberQuestion } from "../../features/skills/contexts/confirm-turn.ts";
import type { Memory } from "../../features/skills/contexts/memory.ts";
import type { Outcome } from "../../schema/outcome.ts";
import { excerpt } from "../audit/excerpt.ts";
import type { Attempt } from "../call.ts";
import type { Executed } from "../execute.ts";
import type { ExecutionResult } from "../executor.ts";
import type { Gate } from "../gate.ts";
import type { Judgement } from "../judge.ts";
import { preview as previewOf } from "../preview.ts";
import { ask } from "./ask-approval.ts";

/**
 * A tool that wants a person's word before it does something irreversible (I23, I31): its question
 * becomes an approval like any other (X6). Once confirmed it may not ask again.
 */
export function askConfirmation(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  { result }: Executed,
): Promise<Outcome> | undefined {
  const { state, inputRequest, preview } = result;
  if (state !== "input_required" || inputRequest?.kind !== "confirmation") return;
  if (attempt.memory) return askAboutTurn(gate, attempt, judgement, result, attempt.memory);
  if (attempt.approval) return;
  return ask(gate, attempt, judgement, "confirmation", async () => {
    const seen = await previewOf(gate, attempt);
    const shown = seen?.shown ?? preview;
    return {
      level: "user",
      reason: gate.redactor.redact(inputRequest.reason),
      ...(shown !== undefined && { preview: shown }),
      ...(seen && { previewDigest: seen.digest }),
    };
  });
}

/** Each turn of a skill may ask, about something else: how often is bounded by its turns. */
async function askAboutTurn(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  result: ExecutionResult,
  memory: Memory,
): Promise<Outcome> {
  const { inputRequest, preview, keep } = result;
  // Nothing that it wrote is kept before somebody has said yes.
  await keep?.close();
  return ask(
    gate,
    // The approval of the turn before was used up by this one. The new one is good for the memory as
    // this turn leaves it (`questionMoment`), and not for what it was when the turn began.
    { ...attempt, approval: null, memory: null },
    judgement,
    "confirmation",
    async () => ({
      level: "user",
      reason: gate.redactor.redact(inputRequest?.reason ?? ""),
      ...(preview !== undefined && { preview: excerpt(gate.redactor, preview) }),
      previewDigest: questionMoment(memory),
    }),
    (outcome) => rememberQuestion(gate, attempt, outcome, result),
  );
}
