import type { Approval } from "../api/approval.ts";
import type { Intent } from "../api/intent.ts";
import { isObject, type Json } from "../api/json.ts";

type Step = NonNullable<Intent["plan"]>["steps"][number];

/** What a person had before their eyes when they pressed Run. */
export type Seen = {
  readonly steps: readonly Step[];
  /** What the previews of steps showed, by the id of the step. */
  readonly shown: ReadonlyMap<string, ReadonlySet<string>>;
};

export const NOTHING_SEEN: Seen = { steps: [], shown: new Map() };

/** Whether all of its inputs are known before any step ran. */
export function isKnown({ inputs }: Step): boolean {
  return !hasReference(inputs);
}

/** The places of the steps whose results its inputs are made of, counted from 1. */
export function neededBy({ inputs }: Step, steps: readonly Step[]): readonly number[] {
  const ids = new Set(referredIn(inputs));
  return steps.flatMap(({ id }, at) => (ids.has(id) ? [at + 1] : []));
}

export function seenSteps({ plan, steps }: Intent, asked: readonly Approval[]): Seen {
  const shown = steps.flatMap(({ id, outcome }): [string, ReadonlySet<string>][] => {
    const approval = asked.find((one) => one.invocation_id === outcome?.invocation_id);
    return approval?.preview === undefined ? [] : [[id, new Set(textsIn(approval.preview))]];
  });
  return { steps: plan?.steps ?? [], shown: new Map(shown) };
}

/**
 * Whether a question that came up later is about what was seen: the step stood in the plan with these
 * inputs, those that come from a step before being what its preview showed. What opens more, has
 * changed, is about several files, or is the admin's to say is asked about when it comes.
 */
export function isSeen(approval: Approval, { steps, shown }: Seen): boolean {
  const { level, access, changed, rewritten, edited, preview, inputs, tool_id } = approval;
  if (level !== "user" || access || changed?.length || rewritten || edited) return false;
  if (isObject(preview) && typeof preview.files === "number" && preview.files > 1) return false;
  return steps.some((step) => step.tool_id === tool_id && fits(step.inputs, inputs, shown));
}

function fits(planned: Json, given: Json | undefined, shown: Seen["shown"]): boolean {
  if (isObject(planned) && Object.hasOwn(planned, "$from")) {
    const step = shown.get(String(planned.$from));
    return typeof given === "string" && step?.has(given) === true;
  }
  if (Array.isArray(planned)) {
    return (
      Array.isArray(given) &&
      planned.length === given.length &&
      planned.every((one, at) => fits(one, given[at], shown))
    );
  }
  if (!isObject(planned)) return planned === given;
  if (!isObject(given)) return false;
  const names = new Set([...Object.keys(planned), ...Object.keys(given)]);
  return [...names].every(
    (name) =>
      Object.hasOwn(planned, name) &&
      Object.hasOwn(given, name) &&
      fits(planned[name] ?? null, given[name] ?? null, shown),
  );
}

function hasReference(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasReference);
  if (!isObject(value)) return false;
  return Object.keys(value).some((name) => name === "$from" || name === "$join")
    ? true
    : Object.values(value).some((one) => one !== undefined && hasReference(one));
}

function referredIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(referredIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === "$from" ? [String(one)] : one === undefined ? [] : referredIn(one),
  );
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.values(value).flatMap((one) => (one === undefined ? [] : textsIn(one)));
}
