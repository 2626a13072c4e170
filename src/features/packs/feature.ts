import type { Engine } from "../../engine/engine.ts";
import type { Feature } from "../feature.ts";
import { capabilityPacks } from "./capability-packs.ts";
import { enablePackTools } from "./enable-tools.ts";
import { packCalls } from "./pack-calls.ts";
import { createPackExecutor } from "./pack-executor.ts";
import type { PackShelf } from "./pack-shelf.ts";

type Parts = { readonly engine: () => Engine; readonly shelf: PackShelf };

export function createPacksFeature({ engine, shelf }: Parts): Feature {
  return {
    name: "packs",
    executors: {
      pack: createPackExecutor({
        shelf,
        enable: (...wanted) => enablePackTools(engine().gate, ...wanted),
      }),
    },
    capabilities: [capabilityPacks],
    call: packCalls(engine),
  };
}
