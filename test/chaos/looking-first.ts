import type { Model, PlannedStep } from "../../src/models/model.ts";

export type LookingPlan = {
  /** What is seen before the steps are handed over. */
  readonly looks: readonly PlannedStep[];
  readonly steps: readonly PlannedStep[];
};

/** A model that looks first and plans then; `plan` is a LookingPlan as JSON, "" for the model as it is. */
export function lookingFirst(model: Model, plan: string): Model {
  if (plan === "") return model;
  const { looks, steps } = JSON.parse(plan) as LookingPlan;
  return {
    ...model,
    plan: async ({ messages }) => (messages.at(-1)?.role === "user" ? { looks } : { steps }),
  };
}
