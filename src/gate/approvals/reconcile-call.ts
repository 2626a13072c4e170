import { CapstanError } from "../../base/errors.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Gate } from "../gate.ts";
import { resume } from "../invoke.ts";
import { type Reconciliation, reconcile } from "./reconcile.ts";

/** Settles an interrupted call outside a turn: the token is the one its outcome carries. */
export async function reconcileCall(
  gate: Gate,
  resumeToken: string,
  answer: Reconciliation,
  actor: Actor,
): Promise<Outcome> {
  const { invocations, journal } = gate.store;
  const invocation = await invocations.get(resumeToken.split(":")[0] ?? "");
  if (!invocation || invocation.outcome?.resumeToken !== resumeToken) {
    const message = "This call has moved on since this resume token. Please refresh.";
    throw new CapstanError("STATE_CONFLICT", message, { details: { field: "resume_token" } });
  }
  await journal.commit("call.reconcile", await reconcile(gate, invocation, answer, actor));
  const settled = (await invocations.get(invocation.id)) ?? invocation;
  return resume(gate, settled, null);
}
