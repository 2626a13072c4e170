import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { ExecutionResult } from "../../../ports/executor.ts";
import { TaskState } from "../../../schema/task-state.ts";
import type { ChildProtocol } from "../child-executor.ts";

/** `execute_<name>`, `execute` or `run` of a skill's file, with one argument. */
export const skillProtocol: ChildProtocol = {
  functionsOf: ({ name }) => [`execute_${name.replaceAll("-", "_")}`, "execute", "run"],
  argumentOf: ({ inputs, context }, { name }) => ({
    inputs,
    correlation_id: context.invocationId,
    context_id: context.sessionId ?? context.invocationId,
    skill_name: name,
  }),
  /** A plain object is the outputs of a run that completed; one with a state says what became of it. */
  resultOf(value) {
    const state = isJsonObject(value) ? stateOf(value) : undefined;
    if (!isJsonObject(value) || state === undefined) return { state: "completed", outputs: value };
    if (state === "completed") return { state, outputs: value.outputs ?? {} };
    return { state, error: { message: messageOf(value) } };
  },
};

/** In either case: documents write them in capitals, programs often do not. */
function stateOf({ state }: JsonObject): ExecutionResult["state"] | undefined {
  const parsed = TaskState.safeParse(String(state ?? "").toLowerCase());
  return parsed.success ? parsed.data : undefined;
}

function messageOf({ errors }: JsonObject): string {
  const told = Array.isArray(errors) ? errors.map((error) => tell(error)) : [];
  return told.join(" ") || "The skill failed without saying why.";
}

function tell(error: unknown): string {
  return isJsonObject(error) ? String(error.message ?? JSON.stringify(error)) : String(error);
}
