import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import type { ExecutionResult, Remembered } from "../../../gate/executor.ts";
import { OUTPUTS, WORKSPACE } from "../../../sandbox/workspaces.ts";
import { isResumable, TaskState } from "../../../schema/task-state.ts";
import type { ChildProtocol } from "../child-executor.ts";

const MOST = { facts: 500, events: 100, fields: 50, text: 2_000, name: 200 } as const;

/** `execute_<name>`, `execute` or `run` of a skill's file, with one argument. */
export const skillProtocol: ChildProtocol = {
  functionsOf: ({ name }) => [
    `execute_${name.replaceAll(/[^A-Za-z0-9]+/g, "_")}`,
    "execute",
    "run",
  ],
  servicesAt: "",
  failure: "TOOL_FAILED",
  argumentOf({ inputs, context, run }, { name, timeout_s, writes }) {
    const contextId = run?.contextId ?? context.sessionId ?? context.invocationId;
    return {
      // Injected, and never asked for.
      inputs: { ...inputs, correlation_id: contextId },
      correlation_id: contextId,
      context_id: contextId,
      skill_name: name,
      // One that may write nothing has a folder that goes with its process.
      artifacts_dir: writes === "none" ? "/tmp/artifacts" : `${WORKSPACE}/${OUTPUTS}`,
      iteration: run?.iteration ?? 1,
      max_fix_iterations: run?.maxFixes ?? 0,
      turn: run?.turn ?? 1,
      facts: run?.facts ?? {},
      confirmed: run?.confirmed ?? false,
      dry_run: context.dryRun,
      ...(run?.delegation && { delegation: run.delegation }),
      timeout_s,
    };
  },
  /** A plain object is the outputs of a run that completed; one with a state says what became of it. */
  resultOf({ result: value, ...message }) {
    const noted = rememberedOf(message);
    const isEmpty = noted.facts.length === 0 && noted.events.length === 0;
    const remembered = isEmpty ? {} : { remembered: noted };
    if (!isJsonObject(value)) return noAnswer(value);
    if (value.state === undefined) return { state: "completed", outputs: value, ...remembered };
    const state = stateOf(value);
    if (state === undefined) return unknownState(value.state);
    if (state === "completed") return { state, outputs: value.outputs ?? {}, ...remembered };
    if (!isResumable(state)) {
      const report = state === "escalated" && isJsonObject(value.outputs) && value.outputs;
      return { state, error: errorOf(value), ...(report && { outputs: report }), ...remembered };
    }
    const preview = confirmationOf(value, state);
    if (preview) return { state, ...remembered, ...preview };
    if (state === "delegating") return { state, ...remembered, delegation: delegationOf(value) };
    return { state, ...remembered, inputRequest: requestOf(value, state) };
  },
};

function noAnswer(value: JsonValue): ExecutionResult {
  const given = value === null ? "nothing" : `a ${Array.isArray(value) ? "list" : typeof value}`;
  const message = `The skill answered ${given}. Its author has to return an object: its outputs, or one with a "state".`;
  return { state: "failed", error: { code: "OUTPUT_INVALID", message }, mayHaveRun: true };
}

function unknownState(state: JsonValue): ExecutionResult {
  const given = JSON.stringify(state).slice(0, MOST.name);
  const message = `The skill answered the state ${given}, which does not exist. States are ${TaskState.options.join(", ")}; outputs with a field "state" of their own go inside "outputs".`;
  return { state: "failed", error: { code: "STATE_NOT_ALLOWED", message }, mayHaveRun: true };
}

/** In either case: documents write them in capitals, programs often do not. */
function stateOf({ state }: JsonObject): ExecutionResult["state"] | undefined {
  const parsed = TaskState.safeParse(String(state ?? "").toLowerCase());
  return parsed.success ? parsed.data : undefined;
}

function errorOf(value: JsonObject): NonNullable<ExecutionResult["error"]> {
  const { errors, error } = value;
  const told = (Array.isArray(errors) ? errors : error === undefined ? [] : [error]).slice(0, 20);
  const codes = told.flatMap((one) => (isJsonObject(one) ? [one.code, one.error_code] : []));
  const code = codes.find((one): one is string => typeof one === "string");
  const message = told.map((one) => tell(one)).join(" ") || "The skill failed without saying why.";
  return { message, ...(code !== undefined && { code: code.slice(0, 64) }) };
}

function tell(error: JsonValue): string {
  return isJsonObject(error) ? String(error.message ?? JSON.stringify(error)) : String(error);
}

/** What it wants a person to confirm: its next turn does it, if it is approved. */
function confirmationOf(
  { confirmation }: JsonObject,
  state: ExecutionResult["state"],
): Pick<ExecutionResult, "inputRequest" | "preview" | "sideEffects"> | undefined {
  if (state !== "input_required" || !isJsonObject(confirmation)) return undefined;
  const { prompt, preview } = confirmation;
  const said = typeof prompt === "string" ? prompt.slice(0, MOST.text) : "";
  return {
    inputRequest: { kind: "confirmation", reason: said || "The skill asks for confirmation." },
    ...(preview !== undefined && preview !== null && { preview }),
    sideEffects: [],
  };
}

/** Fields that are missing, and those that could be read in several ways. */
function requestOf(
  value: JsonObject,
  state: ExecutionResult["state"],
): NonNullable<ExecutionResult["inputRequest"]> {
  const request = isJsonObject(value.input_request) ? value.input_request : {};
  const listed = [request.missing_fields, request.ambiguous_fields].flatMap((fields) =>
    Array.isArray(fields) ? fields : [],
  );
  const said = typeof request.reason === "string" ? request.reason : "";
  return {
    kind: "fields",
    reason: said.slice(0, MOST.text) || reasonOf(state),
    fields: listed.slice(0, MOST.fields).flatMap(fieldOf),
    ...(isJsonObject(request.partial_outputs) &&
      Object.keys(request.partial_outputs).length > 0 && {
        partialOutputs: request.partial_outputs,
      }),
  };
}

/** A name with an instance behind it (`code-fix:run-1`) names the skill. */
function delegationOf(value: JsonObject): NonNullable<ExecutionResult["delegation"]> {
  const { delegation_target: target, delegation_inputs: inputs } = value;
  const name = typeof target === "string" ? target.slice(0, MOST.name) : "";
  return {
    target: name.replace(/^skill:/, "").split(":")[0] ?? "",
    inputs: isJsonObject(inputs) ? inputs : {},
  };
}

function reasonOf(state: ExecutionResult["state"]): string {
  return state === "input_required" ? "The skill needs more to go on." : `The skill is ${state}.`;
}

function fieldOf(field: JsonValue): JsonObject[] {
  const given = typeof field === "string" ? { name: field } : field;
  if (!isJsonObject(given) || typeof given.name !== "string" || given.name === "") return [];
  const { name, type, description, required, default: preset } = given;
  return [
    {
      name: name.slice(0, MOST.name),
      type: typeof type === "string" ? type.slice(0, 100) : "string",
      description: typeof description === "string" ? description.slice(0, MOST.text) : "",
      required: typeof required === "boolean" ? required : true,
      ...(preset !== undefined && preset !== null && { default: preset }),
    },
  ];
}

/** What the code asked its runner to note. It is a stranger's: every name has a bound. */
function rememberedOf({ facts, events }: JsonObject): Remembered {
  return {
    facts: listOf(facts).slice(-MOST.facts).flatMap(factOf),
    events: listOf(events)
      .slice(-MOST.events)
      .map(({ type, payload }) => ({
        type: String(type ?? "log").slice(0, 100) || "log",
        payload: payload ?? null,
      })),
  };
}

function factOf({ bucket, key, value, ttl_seconds }: JsonObject): Remembered["facts"] {
  if (typeof bucket !== "string" || typeof key !== "string") return [];
  const isNamed = bucket !== "" && bucket.length <= 100 && key !== "" && key.length <= 200;
  if (!isNamed) return [];
  const ttlSeconds = typeof ttl_seconds === "number" && ttl_seconds > 0 ? ttl_seconds : null;
  return [{ bucket, key, value: value ?? null, ttlSeconds }];
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
