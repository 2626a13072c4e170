import { CapstanError } from "../base/errors.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Attempt } from "./call.ts";
import type { Executed } from "./execute.ts";
import type { Gate } from "./gate.ts";
import type { Judgement } from "./judge.ts";
import { settle } from "./settle.ts";

/**
 * A turn that was held up until it could not start any more. Nothing of it ran, so its run is what it was.
 * The caller may make it again, with the same message. One that a person was asked about, or that a
 * session waits for, has its end on record.
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
    run: claimed.run?.forgotten() ?? null,
    ...(isNew && { invocation: { ...invocation, messageId: null } }),
  };
  const outcome = await settle(gate, attempt, judgement, executed);
  if (!isNew || outcome.error?.code !== "START_TOO_LATE") return outcome;
  throw new CapstanError("START_TOO_LATE", `${outcome.error.message} Try again.`);
}
