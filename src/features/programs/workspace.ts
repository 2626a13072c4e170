import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../../base/remove-folder.ts";
import type { Mount } from "../../sandbox/sandbox.ts";
import { WORKSPACE } from "../../sandbox/workspaces.ts";

/** An empty folder, for a call without a session. It goes with the process. */
export async function makeWorkspace(): Promise<{ readonly mount: Mount; remove(): Promise<void> }> {
  const source = await mkdtemp(join(tmpdir(), "capstan-workspace-"));
  return {
    mount: { source, target: WORKSPACE, mode: "rw" },
    remove: () => removeFolder(source),
  };
}
