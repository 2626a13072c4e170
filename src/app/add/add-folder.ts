import { oneLine } from "../../base/one-line.ts";
import { packPermissionWords, permissionWords } from "../../base/permission-words.ts";
import type { Engine } from "../../engine/engine.ts";
import type { FoundFolder, LoadedFolder } from "../../features/bundles/folder-shelf.ts";
import { idOfFolder, isCodeFolder } from "../../features/bundles/registry.ts";
import type { Finding } from "../../features/hub/hub.ts";
import { HUB } from "../../features/hub/installs/hub-parts.ts";
import { folderName, installFound } from "../../features/packs/install-found.ts";
import { readToolsJson } from "../../features/packs/read-tools-json.ts";
import { placeFor } from "../../features/packs/registry.ts";
import { lockedPackages } from "../../features/programs/packages/locked-packages.ts";
import { describeTool } from "../../gate/catalog/describe-tool.ts";
import type { Trust } from "../../schema/capability.ts";
import {
  type FolderKind,
  type FolderOrigin,
  isStrangers,
  originOf,
  trustOfOrigin,
} from "../../schema/installed-folder.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import { type Addition, added, type Shown, showTool } from "./addition.ts";

const KINDS = { skill: "skill", agent: "agent", ext: "extension", pack: "pack" } as const;
const MAX_FINDINGS = 20;

/** A folder or a zip that was read, of whichever kind it is. */
export async function folderAddition(engine: Engine, found: FoundFolder): Promise<Addition> {
  const shown = await showFolder(engine, found, originOf(found));
  return {
    shown,
    // A pack is text and tools that ask; the others are programs of somebody else.
    scope: found.kind === "pack" ? "approve" : "admin",
    async add({ id: by }) {
      const done = await installFound(engine, found, { by });
      const capabilityId = done.kind === "pack" ? `pack:${done.pack.id}` : done.folder.id;
      const problem = engine.gate.catalog.getCapability(capabilityId)?.problem ?? null;
      const id = done.kind === "pack" ? done.pack.id : done.folder.id;
      return added({ ...shown, id }, problem);
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
  const { client } = engine.of(HUB);
  const { permissions, hosts } = client.describe(read);
  const trust = trustOfOrigin(origin);
  const seen = isCodeFolder(found)
    ? showCode(engine, found, { trust, origin })
    : showPack(engine, found, trust);
  const inWords = kind === "pack" ? packPermissionWords : permissionWords;
  return {
    ...seen,
    kind: KINDS[kind],
    description: oneLine(seen.description),
    digest: read.bundle.digest,
    access: { paths: [], hosts, permissions: permissions.map(inWords) },
    packages: await lockedPackages(read),
    warnings: [...seen.warnings, ...findingWords(client.findings(read))],
  };
}

type Seen = Pick<Shown, "id" | "name" | "description" | "tools" | "warnings">;

function showCode(
  engine: Engine,
  { kind, read }: FoundFolder & { readonly kind: FolderKind },
  { trust, origin }: { readonly trust: Trust; readonly origin: FolderOrigin },
): Seen {
  const { metadata, ...loaded } = engine.folderShelf.load(kind, read);
  const id = idOfFolder(engine, kind, read);
  const { name, description, warnings } = metadata;
  const { problem } = loaded.capability;
  const isNew = isStrangers({ kind, origin });
  return {
    ...{ id, name, description },
    tools: toolsOf(kind, loaded, id.slice(kind.length + 1), trust),
    warnings: [
      ...(engine.installedFolders().has(id) ? [`${id} is there already: this replaces it.`] : []),
      ...(problem === undefined ? [] : [problem]),
      ...(isNew ? ["A person is asked before this version runs for the first time."] : []),
      ...warnings,
    ],
  };
}

function toolsOf(
  kind: FolderKind,
  { capability, planCapability }: Omit<LoadedFolder, "metadata">,
  id: string,
  trust: Trust,
): Shown["tools"] {
  const listed = [{ ...capability, id, trust }, ...(planCapability ? [planCapability] : [])];
  return listed.flatMap((one) =>
    one.tools.map((tool) => showTool(describeTool(kind, { ...one, trust }, tool))),
  );
}

function showPack(engine: Engine, found: FoundFolder, trust: Trust): Seen {
  const { path, read } = found;
  const reading = engine.packShelf.load(read, folderName(found));
  const { name, description, warnings } = reading.metadata;
  const { id, before } = placeFor(engine.packs(), { path, reading });
  const own = readToolsJson(read);
  const capability = { id, name, description, status: "available", trust, tools: [] } as const;
  const show = (tool: SourcedTool) => showTool(describeTool("pack", capability, tool));
  return {
    ...{ id, name, description },
    tools: own && "tools" in own ? own.tools.map(show) : [],
    warnings: [
      ...(before ? [`The pack ${id} is there already: this replaces it.`] : []),
      ...(own && "problem" in own ? [own.problem] : []),
      ...warnings,
    ],
  };
}

function findingWords(findings: readonly Finding[]): readonly string[] {
  const undeclared = findings.filter(({ declared }) => !declared);
  const told = undeclared.slice(0, MAX_FINDINGS).map(({ says, places: [place] }) => {
    return place ? `${says} (${place.path}:${place.line})` : says;
  });
  const rest = undeclared.length - told.length;
  return rest > 0 ? [...told, `${rest} more things were seen in its files.`] : told;
}
