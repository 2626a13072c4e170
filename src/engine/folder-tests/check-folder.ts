import { basename } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { type Comparison, compareVersions } from "../../catalog/compare-versions.ts";
import type { FoundFolder } from "../../ports/extension-shelf.ts";
import { folderId } from "../../schema/installed-folder.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { Engine } from "../engine.ts";
import { isCodeFolder } from "../folders/registry.ts";
import type { FolderReport, TestedItem } from "./folder-tester.ts";

/** Holds a folder against all that is asked of one that is published, item by item. Nothing of it runs. */
export async function checkFolder(engine: Engine, found: FoundFolder): Promise<FolderReport> {
  const { kind, read, path } = found;
  const { folderShelf } = engine;
  if (!isCodeFolder(found)) {
    const message = `This folder is of the kind "${kind}". Check it with: capabilities check.`;
    throw new CapstanError("CAPABILITY_INVALID", message, { details: { kind } });
  }
  const checked = folderShelf.check(found.kind, read).map(
    ({ item, problems }): TestedItem => ({
      name: item,
      state: problems.length === 0 ? "passed" : "failed",
      message: problems.join(" "),
      durationMs: 0,
    }),
  );
  const loaded = loadIfPossible(() => folderShelf.load(found.kind, read).capability);
  const items = [...checked, ...(loaded ? await versionItem(engine, found, loaded) : [])];
  const name = loaded?.name ?? basename(path ?? "");
  return { kind, name, ok: items.every(({ state }) => state !== "failed"), items };
}

function loadIfPossible(load: () => SourcedCapability): SourcedCapability | undefined {
  try {
    return load();
  } catch (error) {
    if (error instanceof CapstanError) return undefined;
    throw error;
  }
}

/** Against the one of this name that is installed; a first version has nothing to be compared with. */
async function versionItem(
  { installedFolders, folderShelf }: Engine,
  { kind, read }: FoundFolder,
  now: SourcedCapability,
): Promise<TestedItem[]> {
  if (kind !== "skill" && kind !== "agent") return [];
  const installed = installedFolders().get(folderId(kind, now.id));
  if (!installed || installed.digest === read.bundle.digest) return [];
  const before = await folderShelf.stored(kind, installed.digest).catch(() => undefined);
  if (!before) return [];
  const comparison = compareVersions(releaseOf(before.capability), releaseOf(now));
  return [
    {
      name: `version after ${installed.version}`,
      state: comparison.problem === null ? "passed" : "failed",
      message: comparison.problem ?? tell(comparison),
      durationMs: 0,
    },
  ];
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
