import { basename } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { type Comparison, compareVersions } from "../../../gate/catalog/compare-versions.ts";
import { folderId } from "../../../schema/installed-folder.ts";
import type { SourcedCapability } from "../../../schema/sourced-capability.ts";
import { BUNDLES } from "../../bundles/bundles.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import { itemOf } from "../../bundles/tests/checked-items.ts";
import type { FolderCheck, TestedItem } from "../../bundles/tests/folder-tester.ts";
import { loadAgent } from "../load-agent.ts";
import { checkAgent } from "./check-agent.ts";

const NOT_TRIED = "seen in the text, not tried: a test tries it";

export const checkAgentFolder: FolderCheck = async (engine, { read, path }) => {
  const checked = checkAgent(read).map(({ item, problems, isOnlySeen }) => {
    if (problems.length > 0) return itemOf(item, "failed", problems.join(" "));
    return isOnlySeen ? itemOf(item, "seen", NOT_TRIED) : itemOf(item, "passed", "");
  });
  const loaded = loadIfPossible(read);
  const version = loaded ? await versionItem(engine, read, loaded) : [];
  return { name: loaded?.name ?? basename(path), items: [...checked, ...version] };
};

function loadIfPossible(read: ReadBundle): SourcedCapability | undefined {
  try {
    return loadAgent(read).capability;
  } catch (error) {
    if (error instanceof CapstanError) return undefined;
    throw error;
  }
}

/** Against the one of this name that is installed; a first version has nothing to be compared with. */
async function versionItem(
  { of }: Engine,
  read: ReadBundle,
  now: SourcedCapability,
): Promise<TestedItem[]> {
  const bundles = of(BUNDLES);
  const installed = bundles.installed().get(folderId("agent", now.id));
  if (!installed || installed.digest === read.bundle.digest) return [];
  const before = await bundles.shelf.stored("agent", installed.digest).catch(() => undefined);
  if (!before) return [];
  const comparison = compareVersions(releaseOf(before.capability), releaseOf(now));
  const { problem } = comparison;
  const state = problem === null ? "passed" : "failed";
  return [itemOf(`version after ${installed.version}`, state, problem ?? tell(comparison))];
}

function tell({ step, changes }: Comparison): string {
  return `${step.toUpperCase()}${changes.length > 0 ? `: ${changes.join(", ")}` : ""}`;
}

function releaseOf({ version = "0.0.0", tools }: SourcedCapability) {
  return {
    version,
    actions: tools.map(({ name, inputSchema, outputSchema }) => ({
      name,
      inputSchema,
      outputSchema: outputSchema ?? null,
    })),
  };
}
