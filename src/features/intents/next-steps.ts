import { CapstanError } from "../../base/errors.ts";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { CatalogEntry } from "../../gate/catalog/catalog-entry.ts";
import { validateInput } from "../../gate/inputs/validate-input.ts";
import type { Plan, PlanStep } from "../../schema/plan.ts";
import { fitTexts, resolveReferences } from "../../schema/references.ts";
import type { Tool } from "../../schema/tool.ts";
import type { StepDone } from "./steps-done.ts";

export type NextStep = {
  readonly step: PlanStep;
  readonly tool: Tool;
  readonly inputs: JsonObject;
};

type Standing = {
  readonly plan: Plan;
  readonly done: readonly StepDone[];
  readonly toolOf: (toolId: string) => Tool | undefined;
  /** Says also whether a tool checks its inputs itself, and asks for what is missing. */
  readonly entryOf: (toolId: string) => Pick<CatalogEntry, "tool" | "checksOwnInputs"> | undefined;
  /** How many calls one answer may make. */
  readonly most: number;
};

/**
 * What is called next, with what earlier steps gave filled in; or why the next step cannot be. Steps
 * that belong together are called together, so that a person is asked about them once: those that
 * only read, or the same tool on several things of which none is another's. Anything else waits for
 * the step before it: what is meant to come after a copy must not happen without the copy.
 */
export function nextSteps(standing: Standing): readonly NextStep[] | { readonly problem: string } {
  const { plan, done, most } = standing;
  const together: NextStep[] = [];
  for (const step of plan.steps.slice(done.length, done.length + most)) {
    const next = fill(standing, step);
    if ("problem" in next) {
      if (together.length === 0) return next;
      break;
    }
    if (!together.every((before) => belongTogether(before, next))) break;
    together.push(next);
  }
  return together;
}

function fill(
  { done, toolOf, entryOf }: Standing,
  step: PlanStep,
): NextStep | { readonly problem: string } {
  const tool = toolOf(step.toolId);
  if (!tool) return { problem: `"${step.toolId}" is no longer one of the tools.` };
  const outputs = new Map(done.map(({ step: { id }, outputs: given }) => [id, given]));
  const resolved = resolveReferences(step.inputs, (id) => outputs.get(id));
  if (resolved === undefined) {
    return { problem: "An earlier step did not give the value that this step needs." };
  }
  try {
    return {
      step,
      tool,
      inputs: validateInput(
        entryOf(tool.toolId) ?? { tool },
        fitTexts(tool.inputSchema, resolved as JsonObject),
      ),
    };
  } catch (error) {
    if (error instanceof CapstanError) return { problem: error.message };
    throw error;
  }
}

function belongTogether(one: NextStep, other: NextStep): boolean {
  const [first, second] = [one.tool, other.tool];
  if (first.behaviour.readOnly && second.behaviour.readOnly) return true;
  if (first.toolId !== second.toolId) return false;
  return !touches(one.inputs, other.inputs) && !touches(other.inputs, one.inputs);
}

/** Whether what one names under some name stands under another name in the other, or inside it. */
function touches(one: JsonObject, other: JsonObject): boolean {
  return Object.entries(one).some(([name, value]) =>
    Object.entries(other).some(([otherName, otherValue]) => {
      if (!isText(value) || !isText(otherValue)) return value === otherValue && isFolded(value);
      if (name === otherName && value !== otherValue) return isInside(value, otherValue);
      return name !== otherName && (value === otherValue || isInside(value, otherValue));
    }),
  );
}

function isText(value: JsonValue): value is string {
  return typeof value === "string";
}

function isFolded(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}

function isInside(one: string, other: string): boolean {
  return one !== "" && other.startsWith(`${one.replace(/\/$/, "")}/`);
}
