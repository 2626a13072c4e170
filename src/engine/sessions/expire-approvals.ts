import { timestamp } from "../../base/clock.ts";
import { isConflict } from "../../base/errors.ts";
import { refuseApproval } from "../../gate/approvals/refuse-approval.ts";
import type { Engine } from "../engine.ts";
import { commitAnswer } from "./answer-approval.ts";

/** Ends the questions that nobody answered in time; their turns go on with the refusal. */
export async function expireApprovals(engine: Engine): Promise<void> {
  const { gate } = engine;
  for (const approval of await gate.store.approvals.listExpired(timestamp(gate.clock.now()))) {
    const invocation = await gate.store.invocations.get(approval.invocationId);
    if (!invocation) continue;
    const { changes } = refuseApproval(gate, { approval, invocation, actor: "system" }, "expired");
    try {
      await commitAnswer(engine, invocation, changes);
    } catch (error) {
      // Answered in this very moment: nothing is left to expire.
      if (!isConflict(error)) throw error;
    }
  }
}
