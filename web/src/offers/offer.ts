import { isObject, type Json, type JsonObject, member } from "../api/json.ts";
import type { OfferOption, Session } from "../api/session.ts";

export type OfferStep = OfferOption["steps"][number];

/** The cards that a session waits to have one chosen of; none where it waits for something else. */
export function offeredIn({ state, input_request: wanted }: Session): readonly OfferOption[] {
  if (state !== "input_required" || wanted?.kind !== "fields" || wanted.invocation_id) return [];
  const [field] = wanted.fields ?? [];
  const options = member(field, "options");
  return member(field, "name") === "choice" && Array.isArray(options)
    ? options.filter(isOption)
    : [];
}

function isOption(value: unknown): value is OfferOption {
  const steps = member(value, "steps");
  return (
    typeof member(value, "value") === "string" &&
    typeof member(value, "label") === "string" &&
    Array.isArray(member(value, "unplaced")) &&
    Array.isArray(steps) &&
    steps.every((step) => typeof member(step, "tool_id") === "string")
  );
}

/** The places of the steps whose results a value is made of, counted from 1. */
export function neededBy(value: Json | undefined, steps: readonly OfferStep[]): readonly number[] {
  const ids = new Set(referredIn(value));
  return steps.flatMap(({ id }, at) => (ids.has(id) ? [at + 1] : []));
}

/** A step with all of its inputs known: it can be judged before any step ran. */
export function isKnown({ inputs }: { readonly inputs: JsonObject }): boolean {
  return referredIn(inputs).length === 0;
}

function referredIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referredIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === "$from" && typeof one === "string" ? [one] : referredIn(one),
  );
}
