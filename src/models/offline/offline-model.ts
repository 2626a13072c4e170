import type { Model } from "../model.ts";

/**
 * The model without a key and without a network: it reads an order, fills in the tool that fits it,
 * and says what came out. It invents no value, and asks rather than guesses. Its answer follows from
 * the request alone. What it reads with is loaded with the first message: a start must be quick.
 */
export function createOfflineModel(): Model {
  return {
    advises: false,
    async respond(request) {
      const { respond } = await import("./respond.ts");
      return respond(request);
    },
    async plan(request) {
      const { planSteps } = await import("./plan-steps.ts");
      return planSteps(request);
    },
  };
}
