import type { Engine } from "../../engine/engine.ts";
import type { Feature } from "../feature.ts";
import { packCalls } from "./pack-calls.ts";

export function createPacksFeature({ engine }: { readonly engine: () => Engine }): Feature {
  return { name: "packs", call: packCalls(engine) };
}
