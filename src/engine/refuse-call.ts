import type { CapstanError } from "../base/errors.ts";
import { completedEvent } from "../gate/entries.ts";
import { failedOutcome } from "../gate/outcomes.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Session } from "../schema/session.ts";
import type { OpenCall } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import { toolMessageChange } from "./tool-message.ts";
import { positionOf } from "./turn-call.ts";

/** A call that never became an invocation still gets its answer in the conversation. */
export async function refuseCall(
  { gate }: Engine,
  session: Session,
  item: OpenCall,
  error: CapstanError,
): Promise<Outcome> {
  const place = positionOf(session, item);
  const outcome = failedOutcome(place, "failed", error.code, error.message);
  await gate.store.journal.commit("call.refuse", [
    ...toolMessageChange(gate, place, outcome),
    ...completedEvent(gate, { ...place, inputs: item.call.input }, outcome),
  ]);
  return outcome;
}
