import type { Engine } from "../../engine/engine.ts";
import type { Feature } from "../feature.ts";
import { patchCustom, removeCustom } from "./custom-capabilities.ts";

/** Capabilities that people wrote as data. */
export function createCustomFeature({ engine }: { readonly engine: () => Engine }): Feature {
  return {
    name: "custom",
    registry: {
      // The last one of the list: it says why an id of no registry cannot be changed.
      has: () => true,
      scopeOf: () => "approve",
      async change(id, fields, actor) {
        await patchCustom(engine(), id, fields, actor);
      },
      remove: (id, actor) => removeCustom(engine(), id, actor),
    },
  };
}
