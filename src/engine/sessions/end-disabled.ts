import { isConflict } from "../../base/errors.ts";
import { refuseApproval } from "../../gate/approvals/refuse-approval.ts";
import type { Engine } from "../engine.ts";
import { commitAnswer } from "./answer-approval.ts";

/** Ends the questions about calls of those who were disabled; their turns go on with the refusal. */
export async function endDisabled(engine: Engine): Promise<void> {
  const { gate } = engine;
  if (!gate.people.someDisabled()) return;
  for (const approval of await gate.store.approvals.listOfDisabled()) {
    const invocation = await gate.store.invocations.get(approval.invocationId);
    if (!invocation) continue;
    const { changes } = refuseApproval(gate, { approval, invocation, actor: "system" }, "disabled");
    try {
      await commitAnswer(engine, invocation, changes);
    } catch (error) {
      // Answered in this very moment: nothing is left to end.
      if (!isConflict(error)) throw error;
    }
  }
}
