import { canonicalJson } from "../../../base/canonical-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { type PlainFailure, plainly, plainText } from "../../../base/plain-failure.ts";
import type { ExecutionRequest, ExecutionResult } from "../../../gate/executor.ts";
import { WORKSPACE } from "../../../sandbox/workspaces.ts";
import { awaitsConfirmation } from "../../../schema/changes-in-place.ts";
import type { ChildProtocol } from "../child-executor.ts";
import type { MeasuredChanges } from "../measure-changes.ts";

const MAX_PATHS = 1_000;
const MAX_PATH = 4_096;
const MAX_LOG = 4_000;

/** `run(input)` of an agent's file: input and output exactly as its document has them. */
export const agentProtocol: ChildProtocol = {
  functionsOf: () => ["run"],
  measures: true,
  servicesAt: "context",
  argumentOf: ({ inputs, context }, { name }) => ({
    action: name,
    params: { ...inputs, ...(context.confirmed && { confirmed: true }) },
    dry_run: context.dryRun,
    context: {
      user: context.actor,
      workspace: WORKSPACE,
      granted_paths: [...context.access.paths.map(({ root }) => root), WORKSPACE],
      task_id: context.invocationId,
      dry_run: context.dryRun,
      confirmed: context.confirmed,
    },
  }),
  resultOf({ result: value }, request, { name }) {
    if (!isJsonObject(value)) return noAnswer();
    if (value.status === "success") return success(value, request, name);
    if (value.status === "error") return failure(value.error);
    if (value.status === "confirmation_required") return question(value, request, name);
    return noAnswer();
  },
  failure: "AGENT_FAILED",
  finish,
};

const ITS_CODE_FAILED: PlainFailure = {
  code: "AGENT_FAILED",
  message: "Something went wrong in the agent's own code.",
};

function success(value: JsonObject, { context }: ExecutionRequest, name: string): ExecutionResult {
  const result = value.result ?? null;
  const metadata = isJsonObject(value.metadata) ? value.metadata : {};
  const outputs = {
    action_performed: plainText(textOf(value.action_performed)) || `Ran "${name}".`,
    result,
    metadata: {
      ...metadata,
      files_affected: countOf(metadata.files_affected),
      bytes_affected: countOf(metadata.bytes_affected),
      duration_ms: countOf(metadata.duration_ms),
      paths_accessed: grantedOf(metadata.paths_accessed, context),
    },
  };
  if (!context.dryRun) return { state: "completed", outputs };
  const foreseen = foreseenIn(result, outputs.metadata.files_affected);
  return {
    state: "completed",
    outputs,
    preview: result,
    ...(foreseen !== undefined && { foreseen }),
  };
}

/** How many files a preview is about: as many as it lists, or as its metadata says. */
function foreseenIn(result: JsonValue, claimed: number): number | undefined {
  const listed = isJsonObject(result) && Array.isArray(result.preview) ? result.preview.length : 0;
  return Math.max(listed, claimed) || undefined;
}

function failure(error: unknown): ExecutionResult {
  const { code, message, path }: Record<string, unknown> = isJsonObject(error)
    ? error
    : { message: error };
  const text = textOf(message as JsonValue);
  const told = plainly(text, ITS_CODE_FAILED);
  const named = typeof code === "string" && /^[A-Za-z][A-Za-z0-9_]{1,63}$/.test(code);
  return {
    state: "failed",
    error: {
      code: named ? code.toUpperCase() : (told ?? ITS_CODE_FAILED).code,
      message: (told?.message ?? plainText(text)) || "The agent failed without saying why.",
      ...(typeof path === "string" && { path }),
    },
    ...(told && { log: text.slice(0, MAX_LOG) }),
  };
}

/** What it wants a person to confirm. Confirmed, it is the same call again: nothing else was approved. */
function question(value: JsonObject, { inputs }: ExecutionRequest, name: string): ExecutionResult {
  const again = value.confirmation_action;
  if (isJsonObject(again) && !isSameCall(again, name, inputs)) {
    const message = "The agent wants something confirmed that is not what it was asked to do.";
    return {
      state: "failed",
      error: { code: "CONFIRMATION_INVALID", message },
      sideEffects: [],
    };
  }
  const prompt = textOf(value.confirmation_prompt ?? value.confirmation_message);
  return {
    state: "input_required",
    inputRequest: {
      kind: "confirmation",
      reason: plainText(prompt) || "It asks for confirmation.",
    },
    ...(value.result !== undefined && value.result !== null && { preview: value.result }),
    sideEffects: [],
  };
}

function isSameCall(again: JsonObject, name: string, inputs: JsonObject): boolean {
  if (again.action !== undefined && again.action !== name) return false;
  if (!isJsonObject(again.params)) return true;
  const { confirmed: _, ...params } = again.params;
  return canonicalJson(params) === canonicalJson(inputs);
}

/** Says what was measured in place of what the code claims, and does not believe what could not be. */
function finish(
  result: ExecutionResult,
  request: ExecutionRequest,
  measured: MeasuredChanges | null,
): ExecutionResult {
  const told = withMeasured(result, request, measured);
  if (!awaitsConfirmation(request.tool, request.context)) return told;
  const wasHeld = told.state === "failed" && told.error?.code === "READ_ONLY";
  if (told.state !== "completed" && !wasHeld) return { ...told, sideEffects: [] };
  // It began without asking, on a copy: nothing has happened.
  const { log } = told;
  return {
    state: "input_required",
    inputRequest: {
      kind: "confirmation",
      reason: "It may delete, move or replace files, and does not ask by itself.",
    },
    sideEffects: [],
    ...(log !== undefined && { log }),
  };
}

function withMeasured(
  result: ExecutionResult,
  { context, execution }: ExecutionRequest,
  measured: MeasuredChanges | null,
): ExecutionResult {
  if (context.dryRun) return result;
  const { outputs } = result;
  if (result.state !== "completed") return ofFailed(result, execution, measured);
  if (!isJsonObject(outputs) || !isJsonObject(outputs.metadata)) return result;
  const { files_affected: files = 0, bytes_affected: bytes = 0 } = outputs.metadata;
  if (!measured) {
    return {
      ...result,
      notes: ["Its changes could not be measured: there are too many files."],
    };
  }
  const metadata = {
    ...outputs.metadata,
    files_affected: measured.files,
    bytes_affected: measured.bytes,
  };
  const isSame = files === measured.files && bytes === measured.bytes;
  const note = `The agent says that it changed ${tell(files, bytes)}; it changed ${tell(measured.files, measured.bytes)}.`;
  return {
    ...result,
    outputs: { ...outputs, metadata },
    measured: { ...measured, ...(!isSame && { claimed: { files, bytes } }) },
    ...(files !== measured.files && { notes: [note] }),
  };
}

/** One that failed has left something behind, or it is known that it has not. */
function ofFailed(
  result: ExecutionResult,
  { permissions }: ExecutionRequest["execution"],
  measured: MeasuredChanges | null,
): ExecutionResult {
  if (measured && measured.files > 0) return { ...result, measured: { ...measured } };
  const reaches = Array.isArray(permissions) && permissions.some((one) => REACHES.has(one));
  if (!measured || reaches || result.state !== "failed") return result;
  return { ...result, mayHaveRun: false, sideEffects: [] };
}

/** Permissions whose effects show in no folder. Ending a process is a call of its own. */
const REACHES: ReadonlySet<JsonValue> = new Set(["network"]);

function tell(files: JsonValue, bytes: JsonValue): string {
  return `${files} ${files === 1 ? "file" : "files"} with ${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
}

/** Its claim, for the record: only what it was given can have been touched. */
function grantedOf(
  value: JsonValue | undefined,
  { access }: ExecutionRequest["context"],
): string[] {
  const roots = [WORKSPACE, ...access.paths.map(({ root }) => root)];
  return (Array.isArray(value) ? value : [])
    .slice(0, MAX_PATHS)
    .filter((path) => typeof path === "string")
    .filter((path) => path.length <= MAX_PATH)
    .filter((path) => {
      if (path.split("/").includes("..")) return false;
      if (!path.startsWith("/")) return true;
      return roots.some((root) => path === root || path.startsWith(`${root}/`));
    });
}

function countOf(value: JsonValue | undefined): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

function noAnswer(): ExecutionResult {
  const message =
    'The agent\'s answer has no "status" that is success, error or confirmation_required: its author has to mend that.';
  return { state: "failed", error: { code: "AGENT_FAILED", message }, mayHaveRun: true };
}
