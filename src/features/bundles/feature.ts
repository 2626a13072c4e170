import type { Engine } from "../../engine/engine.ts";
import type { Source } from "../../gate/catalog/source.ts";
import type { Feature } from "../feature.ts";
import { approvesFolder, listsApproved } from "./approves-folder.ts";
import { trialEntry } from "./tests/trials.ts";

type Parts = {
  readonly engine: () => Engine;
  readonly sources: readonly Source[];
  readonly content: { tidy(): Promise<void> } | undefined;
  /** Installs what lies in the folders of this machine. */
  readonly found: { begin(engine: Engine): void; ended(): Promise<void> };
};

/** Folders that were installed, whatever kind they are of. */
export function createBundlesFeature({ engine, sources, content, found }: Parts): Feature {
  return {
    name: "bundles",
    sources,
    call: {
      async entryFor(call) {
        const entry = trialEntry(engine().trials, call);
        return entry && { entry, ofSession: true, isTrial: true };
      },
    },
    onResult: approvesFolder,
    onCommit: listsApproved((source) => engine().gate.catalog.refresh(source)),
    start: () => found.begin(engine()),
    tidy: async () => content?.tidy(),
    stop: () => found.ended(),
  };
}
