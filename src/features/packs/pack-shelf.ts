import { TOOLS_JSON } from "../../schema/pack.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import type { KeptFiles } from "../bundles/folder-kind.ts";
import type { FolderShelf } from "../bundles/folder-shelf.ts";
import { readToolsJson } from "./read-tools-json.ts";

/** The tools of a pack; or what is wrong with its `tools.json` (P43). */
export type PackToolsReading =
  | { readonly tools: readonly SourcedTool[] }
  | { readonly problem: string; readonly field: string };

/** The files of packs, by digest: they never change. */
export interface PackShelf extends Pick<FolderShelf, "files" | "bytes" | "text"> {
  /** Undefined where there is no `tools.json`. */
  tools(digest: string): Promise<PackToolsReading | undefined>;
}

/** How many packs' tools are kept read: more than are in use at once. */
const MAX_KEPT = 2_000;

export function createPackShelf({
  files,
  bytes,
  text,
}: Pick<FolderShelf, "files" | "bytes" | "text">): PackShelf {
  const known = new Map<string, Promise<PackToolsReading | undefined>>();
  return {
    ...{ files, bytes, text },
    async tools(digest) {
      const tools = known.get(digest) ?? readKeptTools({ files, bytes }, digest);
      if (known.size >= MAX_KEPT) known.clear();
      known.set(digest, tools);
      tools.catch(() => known.delete(digest));
      return tools;
    },
  };
}

/** Of all files of a bundle, `tools.json` alone is read. */
export async function readKeptTools(
  kept: KeptFiles,
  digest: string,
): Promise<PackToolsReading | undefined> {
  const files = await kept.files(digest);
  const file = files.find(({ path }) => path === TOOLS_JSON);
  if (!file) return undefined;
  const contents = new Map([[file.digest, await kept.bytes(file)]]);
  return readToolsJson({ bundle: { digest, files: [...files] }, contents });
}
