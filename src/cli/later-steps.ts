import { isJsonObject } from "../base/json.ts";
import type { Approval, Intent } from "../http/client/wire.ts";
import { type Line, styled } from "./line.ts";

type Step = NonNullable<Intent["plan"]>["steps"][number];

/** Longer inputs are asked about when their step comes: nobody reads them in a list of steps. */
const MOST_SHOWN = 400;

/** What is known of a step that comes after those that are asked about now. */
export function laterLines(step: Step, plan: NonNullable<Intent["plan"]>): Line[] {
  const needed = neededBy(step, plan);
  if (needed.length > 0) {
    const steps = needed.map((at) => `step ${at}`).join(" and ");
    return [["   ", styled("dim", `depends on ${steps}: you are asked when it is known`)]];
  }
  const inputs = textOf(step);
  if (inputs.length > MOST_SHOWN) {
    return [["   ", styled("dim", "its inputs are long: you are asked when it comes")]];
  }
  return [`   ${inputs}`];
}

/** The steps that a person had before their eyes with all that they do. */
export function stepsSeen({ plan }: Intent): ReadonlySet<string> {
  const shown = (plan?.steps ?? []).filter(
    (step) => plan && neededBy(step, plan).length === 0 && textOf(step).length <= MOST_SHOWN,
  );
  return new Set(shown.map(({ tool_id: toolId, inputs }) => keyOf(toolId, inputs)));
}

/**
 * Whether a question that came up later is about a step that was seen as it is. What opens more, was
 * changed, or is about several files is asked about when it comes.
 */
export function isSeen(approval: Approval, seen: ReadonlySet<string>): boolean {
  const { tool_id: toolId, inputs, access, changed, rewritten, edited, preview } = approval;
  if (access || changed?.length || rewritten || edited) return false;
  if (isJsonObject(preview) && typeof preview.files === "number" && preview.files > 1) return false;
  return seen.has(keyOf(toolId, inputs));
}

/** The places of the steps whose results its inputs are made of, counted from 1. */
function neededBy({ inputs }: Step, { steps }: NonNullable<Intent["plan"]>): number[] {
  const ids = new Set(referredIn(inputs));
  return steps.flatMap(({ id }, at) => (ids.has(id) ? [at + 1] : []));
}

function referredIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referredIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === "$from" && typeof one === "string" ? [one] : referredIn(one),
  );
}

function textOf({ inputs }: Step): string {
  return JSON.stringify(inputs);
}

function keyOf(toolId: string, inputs: unknown): string {
  return JSON.stringify([toolId, inputs]);
}
