import type { Model, PlannedStep } from "../../src/models/model.ts";

/** A model that plans these steps; `steps` is JSON, and "" leaves the model as it is. */
export function withPlan(model: Model, steps: string): Model {
  if (steps === "") return model;
  const plan = { steps: JSON.parse(steps) as readonly PlannedStep[] };
  return { ...model, plan: async () => plan };
}
