import type { Source } from "../../gate/catalog/source.ts";
import type { Trust } from "../../schema/capability.ts";
import { originOf, trustOfOrigin } from "../../schema/installed-folder.ts";
import { PACK_SOURCE, type Pack } from "../../schema/pack.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { PackShelf } from "./pack-shelf.ts";

export interface PackSource extends Source {
  /** The registry as it was last listed, by id. */
  known(): ReadonlyMap<string, Pack>;
}

type Options = {
  readonly stored: () => Promise<readonly Pack[]>;
  readonly shelf: Pick<PackShelf, "tools" | "isShipped">;
  /** Why a bundle must not run. */
  readonly whyNot?: (digest: string) => string | undefined;
};

/** The packs of the registry, as they are now. A session has its own, as it attached them. */
export function createPackSource({ stored, shelf, whyNot }: Options): PackSource {
  let known: ReadonlyMap<string, Pack> = new Map();
  let described: ReadonlyMap<string, Described> = new Map();

  /** The very same object for one that did not change: the catalog then describes only the others. */
  async function describeOnce(pack: Pack): Promise<Described> {
    const problem = whyNot?.(pack.digest);
    const of = JSON.stringify([pack.id, pack.name, pack.description, pack.digest, problem]);
    const before = described.get(pack.id);
    return before?.of === of
      ? before
      : { of, capability: await describePack(pack, shelf, problem) };
  }

  return {
    id: PACK_SOURCE,
    kind: "pack",
    known: () => known,
    start() {},
    async list() {
      const packs = await stored();
      const listed = await Promise.all(packs.map(describeOnce));
      described = new Map(packs.flatMap(({ id }, index) => pairOf(id, listed[index])));
      known = new Map(packs.map((pack) => [pack.id, pack]));
      return listed.map(({ capability }) => capability);
    },
    state: () => ({ state: "ready", error: null }),
    close: async () => {},
  };
}

type Described = { readonly of: string; readonly capability: SourcedCapability };

function pairOf(id: string, one: Described | undefined): [string, Described][] {
  return one ? [[id, one]] : [];
}

/** The rule of every folder; one that ships is known by its digest. */
export async function trustOfPack(
  shelf: Pick<PackShelf, "isShipped">,
  { digest, path }: Pick<Pack, "digest" | "path">,
): Promise<Trust> {
  return trustOfOrigin((await shelf.isShipped(digest)) ? "shipped" : originOf({ path }));
}

async function describePack(
  { id, name, description, hasToolsJson, digest, path }: Pack,
  shelf: Options["shelf"],
  problem: string | undefined,
): Promise<SourcedCapability> {
  const read = hasToolsJson ? await shelf.tools(digest) : undefined;
  const tools = read && "tools" in read ? read.tools : [];
  return {
    id,
    name,
    description,
    status: "available",
    trust: await trustOfPack(shelf, { digest, path }),
    perSession: true,
    ...(problem !== undefined && { problem }),
    tools:
      problem === undefined ? tools : tools.map((tool) => ({ ...tool, enabled: false, problem })),
  };
}
