import { CapstanError, isConflict, isHalt } from "../../../base/errors.ts";
import type { Call } from "../../../gate/call.ts";
import type { Gate } from "../../../gate/gate.ts";
import { invoke } from "../../../gate/invoke.ts";
import type { Outcome } from "../../../schema/outcome.ts";

export type Answered = Pick<Outcome, "state" | "outputs" | "error" | "inputRequest">;

/** What the gate would not even take is an answer too: no such skill any more, inputs that do not fit. */
export async function invokeOrRefuse(gate: Gate, call: Call): Promise<Answered> {
  try {
    return await invoke(gate, call);
  } catch (error) {
    const isRefused = error instanceof CapstanError && !error.code.startsWith("STORE_");
    // A turn that came too late is made again.
    const isLate = isRefused && error.code === "START_TOO_LATE";
    if (!isRefused || isLate || isHalt(error) || isConflict(error)) throw error;
    const { code, message } = error;
    return { state: "blocked", error: { code, message, retryable: false } };
  }
}
