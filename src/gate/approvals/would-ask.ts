import { CapstanError } from "../../base/errors.ts";
import type { Call } from "../call.ts";
import type { Gate } from "../gate.ts";
import { judge } from "../judge.ts";
import { openAttempt } from "../open-attempt.ts";

/** Whether this call would stop at a question. Writes nothing, and runs nothing but a dry run. */
export async function wouldAsk(gate: Gate, call: Call): Promise<boolean> {
  try {
    const { effect } = await judge(gate, await openAttempt(gate, call));
    return effect === "ask";
  } catch (error) {
    if (error instanceof CapstanError) return false;
    throw error;
  }
}
