import type { Engine } from "../../engine/engine.ts";
import { resolveTool } from "../../gate/catalog/resolve-tool.ts";
import type { Feature } from "../feature.ts";
import { concernsRouter, createRouter } from "./delegation/router.ts";
import { runEntry } from "./run-entry.ts";

export function createSkillsFeature({ engine }: { readonly engine: () => Engine }): Feature {
  const router = createRouter(engine);
  let isStarted = false;
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
    onCommit: (changes) => {
      if (isStarted && concernsRouter(changes)) router.wake();
    },
    start() {
      isStarted = true;
      router.wake();
    },
    tick: () => router.route(),
    async stop() {
      isStarted = false;
      await router.stop();
    },
  };
}
