import type { Source } from "../../gate/catalog/source.ts";
import {
  type FolderKind,
  folderSlug,
  folderSource,
  type InstalledFolder,
  isStrangers,
  trustOfOrigin,
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
  readonly shelf: Pick<FolderShelf, "stored">;
  /** Why a bundle must not run. */
  readonly whyNot?: (digest: string) => string | undefined;
};

/** The folders of one kind in the registry, each as its bundle says. */
export function createFolderSource({ kind, stored, shelf, whyNot }: Options): FolderSource {
  let known: ReadonlyMap<string, InstalledFolder> = new Map();
  return {
    id: folderSource(kind),
    kind,
    known: () => known,
    start() {},
    async list() {
      const folders = (await stored()).filter((one) => one.kind === kind);
      const listed = await Promise.all(
        folders.map((one) => describe(one, shelf, whyNot?.(one.digest))),
      );
      known = new Map(folders.map((one) => [one.id, one]));
      return listed.flat();
    },
    state: () => ({ state: "ready", error: null }),
    close: async () => {},
  };
}

/** One that cannot be read is listed with the reason, and does nothing. */
async function describe(
  folder: InstalledFolder,
  shelf: Options["shelf"],
  withdrawn: string | undefined,
): Promise<SourcedCapability[]> {
  const { kind, name, description, version, digest, enabled, origin } = folder;
  const own = { id: folderSlug(folder), trust: trustOfOrigin(origin) };
  try {
    const { capability, planCapability } = await shelf.stored(kind, digest);
    const listed = [{ ...asFarAsAllowed(capability, folder), ...own }];
    if (planCapability) listed.push({ ...planCapability, trust: own.trust });
    const how = `${folder.id} is disabled. An admin enables it: capstan capabilities enable ${folder.id}.`;
    const why = withdrawn ?? (enabled ? undefined : how);
    return why === undefined ? listed : listed.map((one) => disabled(one, why));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return [{ ...own, name, description, version, status: "draft", problem, tools: [] }];
  }
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
