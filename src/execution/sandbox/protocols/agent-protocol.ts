import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { ExecutionResult } from "../../../ports/executor.ts";
import { WORKSPACE } from "../../../ports/workspaces.ts";
import type { ChildProtocol } from "../child-executor.ts";

/** `run(input)` of an agent's file: input and output exactly as its document has them. */
export const agentProtocol: ChildProtocol = {
  functionsOf: () => ["run"],
  argumentOf: ({ inputs, context }, { name }) => ({
    action: name,
    params: inputs,
    dry_run: context.dryRun,
    context: {
      user: context.actor,
      workspace: WORKSPACE,
      granted_paths: context.access.paths.map(({ root }) => root),
      task_id: context.invocationId,
      dry_run: context.dryRun,
      confirmed: context.confirmed,
    },
  }),
  resultOf(value) {
    if (!isJsonObject(value)) return noAnswer();
    if (value.status === "success") return { state: "completed", outputs: outputsOf(value) };
    if (value.status === "error") return failure(value.error);
    if (value.status === "confirmation_required") {
      const reason = String(value.confirmation_prompt ?? "It asks for confirmation.");
      return {
        state: "input_required",
        inputRequest: { kind: "confirmation", reason },
        ...(value.result !== undefined && { preview: value.result }),
        sideEffects: [],
      };
    }
    return noAnswer();
  },
};

function outputsOf({ action_performed, result, metadata }: JsonObject): JsonObject {
  return {
    action_performed: action_performed ?? "",
    result: result ?? null,
    metadata: isJsonObject(metadata) ? metadata : {},
  };
}

function failure(error: unknown): ExecutionResult {
  const { code, message, path } = isJsonObject(error)
    ? error
    : { code: undefined, message: error, path: undefined };
  return {
    state: "failed",
    error: {
      ...(typeof code === "string" && code !== "" && { code }),
      message: String(message ?? "The agent failed without saying why."),
      ...(typeof path === "string" && { path }),
    },
  };
}

function noAnswer(): ExecutionResult {
  const message = "The agent answered something that is not an answer: it has no known status.";
  return { state: "failed", error: { message }, mayHaveRun: true };
}
