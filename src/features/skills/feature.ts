import type { Engine } from "../../engine/engine.ts";
import { resolveTool } from "../../gate/catalog/resolve-tool.ts";
import type { Feature } from "../feature.ts";
import { runEntry } from "./run-entry.ts";

export function createSkillsFeature({ engine }: { readonly engine: () => Engine }): Feature {
  return {
    name: "skills",
    call: {
      async entryFor({ toolId, contextId, parent }) {
        if (contextId === null) return undefined;
        const { gate, folderShelf } = engine();
        const entry = resolveTool(gate.catalog, toolId, parent !== undefined);
        const own = await runEntry({ store: gate.store, folderShelf }, entry, contextId);
        return own === entry ? undefined : { entry: own };
      },
    },
  };
}
