import type { Engine } from "../../engine/engine.ts";
import { keep } from "../../engine/feature-key.ts";
import type { Source } from "../../gate/catalog/source.ts";
import type { Feature } from "../feature.ts";
import { approvesFolder, listsApproved } from "./approves-folder.ts";
import { BUNDLES, type Bundles } from "./bundles.ts";
import { foldersAsCapabilities } from "./folders-as-capabilities.ts";
import { trialEntry } from "./tests/trials.ts";
import { PROJECTS, type Projects } from "./trusted-folders.ts";

type Parts = {
  readonly engine: () => Engine;
  readonly sources: readonly Source[];
  readonly content: { tidy(): Promise<void> } | undefined;
  /** Installs what lies in the folders of this machine. */
  readonly found: { begin(engine: Engine): void; ended(): Promise<void> };
  /** MCP servers that projects ask for. */
  readonly serversIn: Projects["serversIn"];
  readonly bundles: Bundles;
};

/** Folders that were installed, whatever kind they are of. */
export function createBundlesFeature({
  engine,
  sources,
  content,
  found,
  serversIn,
  bundles,
}: Parts): Feature {
  return {
    name: "bundles",
    sources,
    call: {
      async entryFor(call) {
        const entry = trialEntry(bundles.trials, call);
        return entry && { entry, ofSession: true, isTrial: true };
      },
    },
    registry: foldersAsCapabilities(engine),
    keeps: [keep(PROJECTS, { serversIn }), keep(BUNDLES, bundles)],
    onResult: approvesFolder,
    onCommit: listsApproved((source) => engine().gate.catalog.refresh(source)),
    start: () => found.begin(engine()),
    tidy: async () => content?.tidy(),
    stop: () => found.ended(),
  };
}
