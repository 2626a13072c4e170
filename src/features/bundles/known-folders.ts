import type { InstalledFolder } from "../../schema/installed-folder.ts";
import type { FolderSource } from "./folder-source.ts";

type Known = ReadonlyMap<string, InstalledFolder>;

/** The registry as this process knows it, by id: one map until a source has listed again. */
export function knownFolders(sources: readonly Pick<FolderSource, "known">[]): () => Known {
  let parts: readonly Known[] = [];
  let all: Known = new Map();
  return () => {
    const now = sources.map((source) => source.known());
    if (now.length !== parts.length || now.some((part, index) => part !== parts[index])) {
      parts = now;
      all = new Map(now.flatMap((part) => [...part]));
    }
    return all;
  };
}
