import type { Source } from "../../gate/catalog/source.ts";
import {
  type FolderKind,
  folderSlug,
  folderSource,
  type InstalledFolder,
  isStrangers,
} from "../../schema/installed-folder.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { FolderShelf } from "./folder-shelf.ts";

export interface FolderSource extends Source {
  /** The registry as it was last listed, by id: those of this kind. */
  known(): ReadonlyMap<string, InstalledFolder>;
}

type Options = {
  readonly kind: FolderKind;
  readonly stored: () => Promise<readonly InstalledFolder[]>;
  readonly shelf: Pick<FolderShelf, "listed" | "trustOf">;
  /** Why a bundle must not run. */
  readonly whyNot?: (digest: string) => string | undefined;
};

type Described = { readonly of: string; readonly capabilities: readonly SourcedCapability[] };

/** The folders of one kind in the registry, each as its bundle says. */
export function createFolderSource({ kind, stored, shelf, whyNot }: Options): FolderSource {
  let known: ReadonlyMap<string, InstalledFolder> = new Map();
  let described: ReadonlyMap<string, Described> = new Map();

  /** The very same objects for one that did not change: the catalog then describes only the others. */
  async function describeOnce(folder: InstalledFolder): Promise<Described> {
    const withdrawn = whyNot?.(folder.digest);
    const { updatedAt: _, ...lasting } = folder;
    const of = JSON.stringify([lasting, withdrawn]);
    const before = described.get(folder.id);
    if (before?.of === of) return before;
    try {
      return { of, capabilities: await describe(folder, shelf, withdrawn) };
    } catch (error) {
      // The next listing tries again.
      return { of: "", capabilities: [broken(folder, await shelf.trustOf(folder), error)] };
    }
  }

  return {
    id: folderSource(kind),
    kind,
    known: () => known,
    start() {},
    async list() {
      const folders = await stored();
      const listed = await Promise.all(
        folders.map(async (one) => [one.id, await describeOnce(one)] as const),
      );
      described = new Map(listed);
      known = new Map(folders.map((one) => [one.id, one]));
      return listed.flatMap(([, { capabilities }]) => capabilities);
    },
    state: () => ({ state: "ready", error: null }),
    close: async () => {},
  };
}

/** Why none of its tools runs; undefined for one that is enabled. */
export function whyDisabled({ id, enabled }: InstalledFolder): string | undefined {
  if (enabled) return undefined;
  return `${id} is disabled. An admin enables it: capstan capabilities enable ${id}.`;
}

async function describe(
  folder: InstalledFolder,
  shelf: Options["shelf"],
  withdrawn: string | undefined,
): Promise<SourcedCapability[]> {
  const own = { id: folderSlug(folder), trust: await shelf.trustOf(folder) };
  const { capability, planCapability } = await shelf.listed(folder);
  const listed = [{ ...asFarAsAllowed(capability, folder), ...own }];
  if (planCapability) listed.push({ ...planCapability, trust: own.trust });
  const why = withdrawn ?? whyDisabled(folder);
  return why === undefined ? listed : listed.map((one) => disabled(one, why));
}

/** One that cannot be read is listed with the reason, and does nothing. */
function broken(
  folder: InstalledFolder,
  trust: SourcedCapability["trust"],
  error: unknown,
): SourcedCapability {
  const { name, description, version } = folder;
  const problem = error instanceof Error ? error.message : String(error);
  const own = { id: folderSlug(folder), trust };
  return { ...own, name, description, version, status: "draft", problem, tools: [] };
}

/** A draft runs where an admin said so, for its author to try it. */
function asFarAsAllowed(sourced: SourcedCapability, folder: InstalledFolder): SourcedCapability {
  const { id, runsDraft, name, version, digest, approvedDigest } = folder;
  const isNew = isStrangers(folder) && approvedDigest !== digest;
  const asksFirst = `This version of "${name}" (${version}) has not run here before.`;
  const capability = isNew ? { ...sourced, asksFirst } : sourced;
  if (capability.status !== "draft" || capability.tools.length === 0) return capability;
  const { problem, ...rest } = capability;
  if (runsDraft) return { ...rest, status: "available" };
  const how = `To try it as it is, an admin runs: capstan capabilities enable ${id} --draft`;
  return { ...rest, problem: [problem, how].filter((text) => text !== undefined).join(" ") };
}

function disabled(capability: SourcedCapability, problem: string): SourcedCapability {
  const tools = capability.tools.map((tool) => ({ ...tool, enabled: false, problem }));
  return { ...capability, problem: capability.problem ?? problem, tools };
}
