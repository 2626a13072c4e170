import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import type { ModelPlan, ModelRequest, PlannedStep } from "../model.ts";
import { THAT } from "./arithmetic/terms.ts";
import type { Candidate } from "./candidate.ts";
import type { PlannedCall } from "./complete-calls.ts";
import { planOf } from "./plan.ts";
import { NUMBERS, TEXTS } from "./previous-result.ts";
import { cannotGoOn, takeOver } from "./respond.ts";
import { sayStep } from "./say-step.ts";

type Heard = Pick<ModelRequest, "messages" | "tools" | "otherTools" | "folders" | "machinePaths">;

/** The same plan that `respond` follows, all of it at once. What a step brings is referred to. */
export async function planSteps(heard: Heard): Promise<ModelPlan> {
  const asked = heard.messages.findLastIndex(({ role }) => role === "user");
  const messages = heard.messages.slice(0, asked + 1);
  const looked = heard.messages.slice(asked + 1);
  const plan = await planOf({ ...heard, messages, looked });
  if ("reply" in plan) {
    const { text, questions } = plan.reply;
    return { text, ...(questions && { questions }) };
  }
  const steps: PlannedStep[] = [];
  for (const [at, { tool, input, carried }] of plan.calls.entries()) {
    const taken = carried.map((candidate): [string, JsonValue | undefined] => [
      candidate.field.name,
      referTo(candidate, plan.calls.slice(0, at)) ?? takeOver(candidate, { ...heard, messages }),
    ]);
    if (taken.some(([, value]) => value === undefined)) return { text: cannotGoOn(tool) };
    const whole: JsonObject = { ...(isJsonObject(input) ? input : {}), ...fromEntries(taken) };
    steps.push({ id: `s${at + 1}`, name: tool.toolId, input: whole, says: sayStep(tool, whole) });
  }
  if (plan.isLook) return { looks: steps };
  return { steps, ...(plan.note !== undefined && { note: plan.note }) };
}

function fromEntries(entries: readonly (readonly [string, JsonValue | undefined])[]): JsonObject {
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A reference to the newest step that brings such a thing; undefined when none of these does. */
function referTo(
  { field, value, behind }: Candidate,
  before: readonly PlannedCall[],
): JsonValue | undefined {
  const last = before.at(-1);
  if (!last) return undefined;
  if (field.name === "expression") return inOne(String(value), before);
  if (behind) {
    const text = reference(before, ["content"], "string");
    return text && { $join: [text, `\n${value}`] };
  }
  if (field.kinds.has("path")) {
    return (
      reference([...before.slice(0, -1).map(() => undefined), last], ["to", "path"], "string") ??
      value
    );
  }
  if (field.shape === "number") return reference(before, NUMBERS, "number");
  return reference(before, TEXTS, "string") ?? reference(before, NUMBERS, "number");
}

/** One expression for both: what the step before works out stands in brackets. */
function inOne(expression: string, before: readonly PlannedCall[]): string | undefined {
  const last = before.at(-1);
  const input = last && isJsonObject(last.input) ? last.input : {};
  const carried = last?.carried.find(({ field }) => field.name === "expression");
  const earlier = carried ? inOne(String(carried.value), before.slice(0, -1)) : input.expression;
  return typeof earlier === "string" ? expression.replaceAll(THAT, `(${earlier})`) : undefined;
}

function reference(
  calls: readonly (PlannedCall | undefined)[],
  names: readonly string[],
  type: string,
): JsonObject | undefined {
  for (const [at, call] of [...calls.entries()].toReversed()) {
    const { outputs, prefix } = call ? outputsOf(call.tool) : { outputs: {}, prefix: "" };
    const name = names.find((it) => isTyped(outputs[it], type));
    if (name !== undefined) return { $from: `s${at + 1}`, path: `${prefix}/${name}` };
  }
  return undefined;
}

function isTyped(schema: JsonValue | undefined, type: string): boolean {
  if (!isJsonObject(schema)) return false;
  return schema.type === type || (type === "number" && schema.type === "integer");
}

function outputsOf({ outputSchema }: Tool): {
  readonly outputs: JsonObject;
  readonly prefix: string;
} {
  const properties = isJsonObject(outputSchema?.properties) ? outputSchema.properties : {};
  const { action_performed: told, result } = properties;
  const isAgent = told !== undefined && isJsonObject(result) && isJsonObject(result.properties);
  return isAgent
    ? { outputs: result.properties as JsonObject, prefix: "/result" }
    : { outputs: properties, prefix: "" };
}
