import type { Engine } from "../../engine/engine.ts";
import type { Feature } from "../feature.ts";
import { knowsMachinePaths } from "./machine-paths.ts";
import { planningModel } from "./planning-model.ts";

export function createIntentsFeature({ engine }: { readonly engine: () => Engine }): Feature {
  return {
    name: "intents",
    session: {
      model(turn, model) {
        const whole = { engine: engine(), ...turn };
        return knowsMachinePaths(whole, planningModel(whole, model));
      },
    },
  };
}
