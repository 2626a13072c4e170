import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import type { Difference, Staged, StagedFolder, StagingWay } from "../../changes.ts";
import { markTime } from "../clock-tick.ts";
import type { Layers } from "../collect.ts";
import { difference } from "../difference.ts";
import { openTreeAt } from "../tree.ts";
import { refuseInnerMounts } from "./inner-mounts.ts";
import { copyAside } from "./stage-copy.ts";
import { type Scratch, startKeeper } from "./start-keeper.ts";

/**
 * Gives each folder a view that a program may change while the folder stays as it is. `scratch` is the new
 * folder of a change set, best on the same file system.
 */
export async function stageFolders(
  way: StagingWay,
  scratches: readonly Scratch[],
): Promise<Staged> {
  const openedNs = scratches.map(layOut);
  if (way === "copy") {
    const folders: StagedFolder[] = [];
    for (const [index, one] of scratches.entries()) {
      const source = join(one.scratch, "upper");
      const copy = await copyAside(one);
      const opened = openedNs[index] ?? 0n;
      folders.push(stagedFolder(one, { source, view: source, openedNs: opened, copy }));
    }
    return { folders, enter: [], end: async () => {} };
  }
  for (const { folder } of scratches) refuseInnerMounts(folder.root);
  const keeper = await startKeeper(way, scratches);
  const folders = scratches.map((one, index) => {
    const source = join(one.scratch, "view");
    const view = keeper.outside(source);
    return stagedFolder(one, { source, view, openedNs: openedNs[index] ?? 0n });
  });
  return { folders, enter: keeper.enter, end: keeper.end };
}

/** The time when the folder was opened: what is changed from then on was not changed by the program. */
function layOut({ folder, scratch }: Scratch): bigint {
  if (scratch.startsWith(`${folder.root}/`)) {
    const why = "Changes cannot be collected inside the folder itself. Open a smaller folder.";
    throw new CapstanError("ROOT_INVALID", why);
  }
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  // A second overlay over the same scratch would mix two programs' changes.
  mkdirSync(join(scratch, "upper"), { mode: lstatSync(folder.root).mode & 0o777 });
  mkdirSync(join(scratch, "work"), { mode: 0o700 });
  mkdirSync(join(scratch, "view"), { mode: 0o700 });
  return markTime(join(scratch, "opened"));
}

type Seen = Pick<Layers, "openedNs" | "copy"> & {
  readonly source: string;
  readonly view: string;
};

function stagedFolder(
  { folder, scratch }: Scratch,
  { source, view, openedNs, copy }: Omit<Seen, "copy"> & { readonly copy?: Layers["copy"] },
): StagedFolder {
  return {
    folder,
    source,
    outside: view,
    async measure(): Promise<Difference> {
      if (!copy) refuseInnerMounts(folder.root);
      const lower = openTreeAt(folder.root, { identity: folder });
      const upper = openTreeAt(join(scratch, "upper"), { isOurs: true });
      const seen = openTreeAt(view, { isOurs: true });
      try {
        return await difference({ lower, upper, view: seen, openedNs, ...(copy && { copy }) });
      } finally {
        for (const tree of [lower, upper, seen]) tree.close();
      }
    },
  };
}
