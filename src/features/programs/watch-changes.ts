import type { ExecutionRequest } from "../../gate/executor.ts";
import type { Mount } from "../../sandbox/sandbox.ts";
import { WORKSPACE } from "../../sandbox/workspaces.ts";
import { writableRoots } from "./access-mounts.ts";
import { compareStock, type MeasuredChanges, takeStock } from "./measure-changes.ts";

/**
 * Looks at every folder that a call may change, and answers how to look again. What a call that
 * failed did to its workspace is thrown away, and does not count.
 */
export async function watchChanges(
  request: ExecutionRequest,
  mounts: readonly Mount[] = [],
): Promise<(withWorkspace: boolean) => Promise<MeasuredChanges | null>> {
  const roots = writableRoots(request);
  const workspace = mounts
    .filter(({ target, mode }) => mode === "rw" && target === WORKSPACE)
    .map(({ source }) => source);
  const [inRoots, inWorkspace] = await Promise.all([takeStock(roots), takeStock(workspace)]);
  return async (withWorkspace) => {
    const changed = compareStock(inRoots, await takeStock(roots));
    if (!withWorkspace || !changed) return changed;
    const more = compareStock(inWorkspace, await takeStock(workspace));
    return more && { files: changed.files + more.files, bytes: changed.bytes + more.bytes };
  };
}
