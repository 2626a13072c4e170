import { oneLine } from "../../base/one-line.ts";
import { packPermissionWords, permissionWords } from "../../base/permission-words.ts";
import type { Engine } from "../../engine/engine.ts";
import { BUNDLES } from "../../features/bundles/bundles.ts";
import type { FoundFolder } from "../../features/bundles/folder-shelf.ts";
import { findPlace } from "../../features/bundles/place-for.ts";
import { installFolder, loadForInstall } from "../../features/bundles/registry.ts";
import type { Finding } from "../../features/hub/hub.ts";
import { HUB } from "../../features/hub/installs/hub-parts.ts";
import { lockedPackages } from "../../features/programs/packages/locked-packages.ts";
import { describeTool } from "../../gate/catalog/describe-tool.ts";
import {
  type FolderOrigin,
  folderSlug,
  type InstalledFolder,
  isStrangers,
  originOf,
} from "../../schema/installed-folder.ts";
import { type Addition, added, type Shown, showTool } from "./addition.ts";

const MAX_FINDINGS = 20;

/** A folder or a zip that was read, of whichever kind it is. */
export async function folderAddition(engine: Engine, found: FoundFolder): Promise<Addition> {
  const shown = await showFolder(engine, found, originOf(found));
  return {
    shown,
    scope: engine.of(BUNDLES).shelf.kinds.of(found.kind).scope,
    async add({ id: by }) {
      const folder = await installFolder(engine, found, by);
      const problem = engine.gate.catalog.getCapability(folder.id)?.problem ?? null;
      return added({ ...shown, id: shownId(folder) }, problem);
    },
  };
}

/** What a folder is and would be able to do, by its files. Nothing of it is kept or run. */
export async function showFolder(
  engine: Engine,
  found: FoundFolder,
  origin: FolderOrigin,
): Promise<Shown> {
  const { kind, read } = found;
  const folderShelf = engine.of(BUNDLES).shelf;
  const installedFolders = engine.of(BUNDLES).installed;
  const { client } = engine.of(HUB);
  const { permissions, hosts } = client.describe(read);
  const { metadata } = loadForInstall(engine, { ...found, origin });
  const { capability, planCapability } = folderShelf.load(kind, read);
  const wanted = { ...found, origin, metadata };
  const { id, before } = findPlace(folderShelf.kinds, installedFolders(), wanted);
  const trust = await folderShelf.trustOf({ digest: read.bundle.digest, origin });
  const own = { ...capability, id: folderSlug({ id, kind }), trust };
  const listed = [own, ...(planCapability ? [{ ...planCapability, trust }] : [])];
  const inWords = kind === "pack" ? packPermissionWords : permissionWords;
  const called = kind === "pack" ? `The pack ${folderSlug({ id, kind })}` : id;
  return {
    id: shownId({ id, kind }),
    kind: folderShelf.kinds.of(kind).hubKind,
    name: metadata.name,
    description: oneLine(metadata.description),
    digest: read.bundle.digest,
    tools: listed.flatMap((one) =>
      one.tools.map((tool) => showTool(describeTool(kind, one, tool))),
    ),
    access: { paths: [], hosts, permissions: permissions.map(inWords) },
    packages: await lockedPackages(read),
    warnings: [
      ...(before ? [`${called} is there already: this replaces it.`] : []),
      ...(capability.problem === undefined ? [] : [capability.problem]),
      ...(isStrangers({ kind, origin })
        ? ["A person is asked before this version runs for the first time."]
        : []),
      ...metadata.warnings,
      ...findingWords(client.findings(read)),
    ],
  };
}

/** A pack is known by its id without the kind. */
function shownId(folder: Pick<InstalledFolder, "id" | "kind">): string {
  return folder.kind === "pack" ? folderSlug(folder) : folder.id;
}

function findingWords(findings: readonly Finding[]): readonly string[] {
  const undeclared = findings.filter(({ declared }) => !declared);
  const told = undeclared.slice(0, MAX_FINDINGS).map(({ says, places: [place] }) => {
    return place ? `${says} (${place.path}:${place.line})` : says;
  });
  const rest = undeclared.length - told.length;
  return rest > 0 ? [...told, `${rest} more things were seen in its files.`] : told;
}
