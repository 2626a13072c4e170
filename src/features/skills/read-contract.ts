import { isJsonObject, type JsonObject } from "../../base/json.ts";
import {
  InputField,
  IntermediateState,
  MAX_TURNS,
  type SkillContract,
  StatePersistence,
  type Writes,
} from "../../schema/skill-contract.ts";
import { createValues, shown } from "./front-matter-values.ts";
import { skillInvalid } from "./skill-errors.ts";

const DEFAULT_TIMEOUT_S = 60;
const DEFAULT_FIXES = 3;
const MOST_RETRIES = 10;

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...["name", "version", "description", "license", "compatibility", "metadata", "allowed-tools"],
  ...["autonomy_level", "side_effects", "timeout_seconds", "retry", "idempotency"],
  ...["max_fix_iterations", "sync_celery", "sync_celery_constraints", "input_schema"],
  ...["output_schema", "required_artifacts", "failure_modes", "depends_on", "fs_scope"],
  ...["execution_mode", "interaction_outcomes", "state_persistence", "input_request_jsonschema"],
]);
const KNOWN_OUTCOMES: ReadonlySet<string> = new Set([
  ...["allowed_intermediate_states", "max_turns", "supports_resume", "input_request_schema"],
  ...["state_persistence", "input_request_jsonschema"],
]);
/** What the document's own enums have. Others are kept as they are. */
const KNOWN_VALUES = {
  side_effects: ["fs", "net", "git"],
  fs_scope: ["artifact", "artifacts", "target_repo"],
  failure_modes: [
    ...["validation_error", "timeout", "dependency_error", "permission_error", "network_error"],
    ...["parse_error", "resource_error", "internal_error"],
  ],
  artifact_types: ["json", "diff", "md", "py", "txt", "ts", "js", "yaml", "log"],
  retry_policies: ["none", "safe"],
} as const;

/** What the front matter of SKILL.md says that its code may do. */
export function readContract(fields: JsonObject): {
  readonly contract: SkillContract;
  readonly warnings: readonly string[];
} {
  const warnings: string[] = [];
  const warn = (warning: string) => warnings.push(warning);
  const values = createValues(fields, warn);
  const outcomes = values.object("interaction_outcomes") ?? {};
  const inner = createValues(outcomes, warn);
  tellUnknown(fields, KNOWN_KEYS, "", warn);
  tellUnknown(outcomes, KNOWN_OUTCOMES, "interaction_outcomes.", warn);

  const tellOdd = (key: string, found: readonly string[], known: readonly string[]) => {
    const odd = found.filter((one) => !known.includes(one.toLowerCase()));
    if (odd.length > 0) warn(`"${key}" has values that mean nothing here: ${odd.join(", ")}.`);
  };
  const sideEffects = values.texts("side_effects");
  const failureModes = values.texts("failure_modes");
  const artifacts = values.objects("required_artifacts").map(({ name, type, description }) => ({
    name: artifactName(name),
    type: shown(type) || "file",
    description: shown(description, 2_000),
  }));
  const scope = values.texts("fs_scope")[0] ?? null;
  const retry = values.object("retry") ?? {};
  const policy = shown(retry.policy) || "none";
  tellOdd("side_effects", sideEffects, KNOWN_VALUES.side_effects);
  tellOdd("failure_modes", failureModes, KNOWN_VALUES.failure_modes);
  tellOdd("fs_scope", scope === null ? [] : [scope], KNOWN_VALUES.fs_scope);
  tellOdd("retry.policy", [policy], KNOWN_VALUES.retry_policies);
  tellOdd(
    "required_artifacts",
    artifacts.map(({ type }) => type),
    KNOWN_VALUES.artifact_types,
  );

  const places = { top: values, inner };
  const persistence = (inner.has("state_persistence") ? inner : values).oneOf(
    "state_persistence",
    StatePersistence.options,
    "facts_only",
  );
  const schema = (places.inner.has("input_request_jsonschema") ? inner : values).object(
    "input_request_jsonschema",
  );
  const autonomy = values.oneOf(
    "autonomy_level",
    ["READ", "SUGGEST", "IMPLEMENT", "COMMIT"] as const,
    "READ",
  );
  const idempotency = values.object("idempotency") ?? {};
  return {
    warnings,
    contract: {
      allowed_intermediate_states: statesOf(outcomes),
      max_turns: inner.integer("max_turns", MAX_TURNS.default, { least: 1, most: MAX_TURNS.most }),
      supports_resume: inner.flag("supports_resume", true),
      state_persistence: persistence,
      input_request_schema: fieldsOf(inner.objects("input_request_schema")),
      ...schemasOf(schema),
      execution_mode: values.oneOf(
        "execution_mode",
        ["deterministic", "hybrid", "advisor_only"] as const,
        "deterministic",
      ),
      autonomy_level: autonomy,
      side_effects: sideEffects,
      writes: writesOf(autonomy, sideEffects, scope, artifacts.length > 0),
      timeout_seconds: values.integer("timeout_seconds", DEFAULT_TIMEOUT_S, {
        least: 1,
        most: 3_600,
      }),
      retry: { policy, max_retries: Math.min(countOf(retry.max_retries), MOST_RETRIES) },
      idempotency: {
        required: createValues(idempotency, warn).flag("required", false),
        key_spec: shown(idempotency.key_spec) || null,
      },
      max_fix_iterations: values.integer("max_fix_iterations", DEFAULT_FIXES, {
        least: 0,
        most: 100,
      }),
      required_artifacts: artifacts,
      failure_modes: failureModes,
      depends_on: values.texts("depends_on"),
      fs_scope: scope,
    },
  };
}

function tellUnknown(
  fields: JsonObject,
  known: ReadonlySet<string>,
  within: string,
  warn: (warning: string) => void,
): void {
  const unknown = Object.keys(fields).filter((key) => !known.has(key));
  if (unknown.length === 0) return;
  const listed = unknown.slice(0, 10).map((key) => `${within}${shown(key, 40)}`);
  warn(`These keys mean nothing here: ${listed.join(", ")}.`);
}

function statesOf({ allowed_intermediate_states: listed }: JsonObject): IntermediateState[] {
  if (listed === undefined || listed === null) return [];
  const states = (Array.isArray(listed) ? listed : [listed]).map((state) => {
    const read = IntermediateState.safeParse(String(state).toLowerCase());
    if (read.success) return read.data;
    const allowed = IntermediateState.options.join(", ");
    throw skillInvalid(
      `"allowed_intermediate_states" has "${shown(String(state))}"; there are ${allowed}.`,
      { field: "interaction_outcomes.allowed_intermediate_states" },
    );
  });
  return [...new Set(states)];
}

function fieldsOf(listed: readonly JsonObject[]): InputField[] {
  return listed.map((one) => {
    const { name, type, description, required } = one;
    const read = InputField.safeParse({
      name,
      ...(typeof type === "string" && { type }),
      ...(typeof description === "string" && { description }),
      ...(typeof required === "boolean" && { required }),
    });
    if (read.success) return read.data;
    throw skillInvalid('"input_request_schema" has an entry without a usable "name".', {
      field: "interaction_outcomes.input_request_schema",
    });
  });
}

/** One that describes a request is for what goes out, any other for inputs (X40). */
function schemasOf(
  schema: JsonObject | undefined,
): Pick<SkillContract, "request_schema" | "answer_schema"> {
  if (!schema) return { request_schema: null, answer_schema: null };
  const { properties } = schema;
  const describesRequest =
    isJsonObject(properties) &&
    ["missing_fields", "ambiguous_fields", "reason"].some((key) => Object.hasOwn(properties, key));
  return describesRequest
    ? { request_schema: schema, answer_schema: null }
    : { request_schema: null, answer_schema: schema };
}

/** Who only reads writes nothing but what it promises to leave (S61). */
function writesOf(
  autonomy: SkillContract["autonomy_level"],
  sideEffects: readonly string[],
  scope: string | null,
  leavesArtifacts: boolean,
): Writes {
  const changes = sideEffects.some((effect) => /^(?:fs|git)/i.test(effect));
  if (!changes || autonomy === "READ" || autonomy === "SUGGEST") {
    return leavesArtifacts || changes ? "artifacts" : "none";
  }
  return /^artifacts?$/i.test(scope ?? "") ? "artifacts" : "given";
}

/** Below the artifacts folder, and nowhere else. */
function artifactName(name: unknown): string {
  const text = typeof name === "string" ? name : "";
  if (/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0\\]{1,200}$/.test(text)) return text;
  throw skillInvalid('"required_artifacts" has an entry without a usable "name".', {
    field: "required_artifacts",
  });
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : 0;
}
