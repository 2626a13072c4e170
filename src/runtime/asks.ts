import { CapstanError } from "../base/errors.ts";
import type { Call } from "./call.ts";
import type { Gate } from "./gate.ts";
import { judge } from "./judge.ts";
import { openAttempt } from "./open-attempt.ts";
import { resolveTool } from "./resolve-tool.ts";
import { validateInput } from "./validate-input.ts";

/** Whether this call would stop at a question. Runs nothing and writes nothing. */
export function asks(gate: Gate, call: Call): boolean {
  try {
    const tool = resolveTool(gate.catalog, call.toolId);
    const inputs = validateInput(tool, call.inputs);
    return judge(gate.policy, openAttempt(gate, call, tool, inputs)).effect === "ask";
  } catch (error) {
    if (error instanceof CapstanError) return false;
    throw error;
  }
}
