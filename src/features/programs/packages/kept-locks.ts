import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../../base/clock.ts";
import { sha256 } from "../../../base/digest.ts";
import { tidyFolder } from "./tidy-folder.ts";

/** Locks by the digest of their packages. Whoever reads one computes that digest again. */
export interface KeptLocks {
  keep(digest: string, text: string): Promise<void>;
  find(digest: string): Promise<string | undefined>;
  /** Removes locks that are a month old. */
  tidy(): Promise<void>;
}

export function createKeptLocks(folder: string, clock: Clock): KeptLocks {
  // A digest of the digest: it comes from a call, and is the name of a file here.
  const placeOf = (digest: string) => join(folder, sha256(digest).replace(":", "-"));
  return {
    async keep(digest, text) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const place = placeOf(digest);
      await writeFile(`${place}.new`, text, { mode: 0o600 });
      await rename(`${place}.new`, place);
    },
    find: (digest) => readFile(placeOf(digest), "utf8").catch(() => undefined),
    tidy: () => tidyFolder(folder, clock.now()),
  };
}
