import { isConflict } from "../../base/errors.ts";
import { refuseApproval } from "../../gate/approvals/refuse-approval.ts";
import type { Engine } from "../engine.ts";
import { commitAnswer } from "./answer-approval.ts";

/** It ends the questions about calls of disabled principals; their turns go on with the refusal. */
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
      // A person has answered it in this very moment.
      if (!isConflict(error)) throw error;
    }
  }
}
