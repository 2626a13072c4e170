import type { Engine } from "../../engine/engine.ts";
import type { Feature } from "../feature.ts";
import { trialEntry } from "./tests/trials.ts";

export function createBundlesFeature({ engine }: { readonly engine: () => Engine }): Feature {
  return {
    name: "bundles",
    call: {
      async entryFor(call) {
        const entry = trialEntry(engine().trials, call);
        return entry && { entry, ofSession: true, isTrial: true };
      },
    },
  };
}
