import type { Outcome } from "../../schema/outcome.ts";
import { excerpt } from "../audit/excerpt.ts";
import type { Attempt } from "../call.ts";
import type { Executed } from "../execute.ts";
import type { ExecutionResult } from "../executor.ts";
import type { Gate } from "../gate.ts";
import type { Judgement } from "../judge.ts";
import { preview as previewOf } from "../preview.ts";
import type { Run } from "../run.ts";
import { ask } from "./ask-approval.ts";
import { questionDigest } from "./moment.ts";

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
  if (attempt.run) return askAboutTurn(gate, attempt, judgement, result, attempt.run);
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

/**
 * Each turn of a run may ask, about something else: how often is bounded by its turns. The turn is over
 * with its question. What it wants to do is stored with the run, and its next turn does it.
 */
async function askAboutTurn(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  result: ExecutionResult,
  run: Run,
): Promise<Outcome> {
  const { inputRequest, preview, keep } = result;
  // Nothing that it wrote is kept before somebody has said yes.
  await keep?.close();
  return ask(
    gate,
    // The approval of the turn before was used up by this one. The new one is good for the run as this
    // turn leaves it (`questionDigest`), and not for what it was when the turn began.
    { ...attempt, approval: null, run: null },
    judgement,
    "confirmation",
    async () => ({
      level: "user",
      reason: gate.redactor.redact(inputRequest?.reason ?? ""),
      ...(preview !== undefined && { preview: excerpt(gate.redactor, preview) }),
      previewDigest: questionDigest(run),
    }),
    async (outcome) => {
      const { resumeToken: _, ...asked } = await run.end(attempt, outcome, result);
      return { outcome: asked, changes: run.changes(attempt, outcome, result) };
    },
  );
}
