import type { Outcome } from "../schema/outcome.ts";
import { askAccess } from "./access/ask-access.ts";
import { tellHooks } from "./apply-hooks.ts";
import { askConfirmation } from "./approvals/ask-confirmation.ts";
import { askIfUnknown } from "./approvals/ask-reconcile.ts";
import { withAnswer } from "./approvals/call-answer.ts";
import type { Attempt } from "./call.ts";
import { checkResult } from "./check-result.ts";
import type { Executed } from "./execute.ts";
import type { Gate } from "./gate.ts";
import type { Judgement } from "./judge.ts";
import { withDifference } from "./preview.ts";
import { record } from "./record.ts";

/** What came back becomes a question to a person, or the outcome that is on record. */
export async function settle(
  gate: Gate,
  claimed: Attempt,
  judgement: Judgement,
  executed: Executed,
): Promise<Outcome> {
  const { run } = claimed;
  const execution = run ? run.hold(claimed, executed) : executed;
  const question =
    askIfUnknown(gate, claimed, execution) ??
    askConfirmation(gate, claimed, judgement, execution) ??
    (await askAccess(gate, claimed, judgement, execution));
  if (question) {
    // Nothing that it wrote is kept, and nobody waits until its hold on the files has run out.
    const [asked] = await Promise.all([question, execution.result.keep?.close()]);
    return asked;
  }
  const result = checkResult(gate, claimed, withDifference(judgement, execution));
  const checked = withAnswer(gate, claimed, judgement, result);
  const outcome = run ? await run.end(claimed, checked, execution.result) : checked;
  const recorded = await record(gate, claimed, judgement, execution, outcome);
  await tellHooks(claimed, recorded, gate.report);
  return recorded;
}
