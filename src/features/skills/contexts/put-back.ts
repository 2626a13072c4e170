import { CapstanError } from "../../../base/errors.ts";
import type { Attempt } from "../../../gate/call.ts";
import type { Executed } from "../../../gate/execute.ts";
import type { Gate } from "../../../gate/gate.ts";
import type { Judgement } from "../../../gate/judge.ts";
import { settle } from "../../../gate/settle.ts";
import type { Outcome } from "../../../schema/outcome.ts";

/** A turn of a skill that was held up until it could not start any more. */
export function isLateTurn({ contract }: Attempt, { isLate = false }: Executed): boolean {
  return contract !== undefined && isLate;
}

/**
 * Nothing of it ran, so its run is what it was. Who made the call may make it again, with the same
 * message. One that a person was asked about, or that a session waits for, has its end on record.
 */
export async function putBack(
  gate: Gate,
  { stored, ledger }: Attempt,
  claimed: Attempt,
  judgement: Judgement,
  executed: Executed,
): Promise<Outcome> {
  const { invocation } = claimed;
  const isNew = stored === null && ledger === null && invocation.position === null;
  const attempt: Attempt = {
    ...claimed,
    memory: null,
    ...(isNew && { invocation: { ...invocation, messageId: null } }),
  };
  const outcome = await settle(gate, attempt, judgement, executed);
  if (!isNew || outcome.error?.code !== "START_TOO_LATE") return outcome;
  throw new CapstanError("START_TOO_LATE", `${outcome.error.message} Try again.`);
}
