import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../../base/remove-folder.ts";
import type { Mount } from "../../ports/sandbox.ts";

/** Where a program finds the files that it works on, in every box. */
export const WORKSPACE = "/workspace";

/** An empty folder for one call. */
export async function makeWorkspace(): Promise<{ readonly mount: Mount; remove(): Promise<void> }> {
  const source = await mkdtemp(join(tmpdir(), "capstan-workspace-"));
  return {
    mount: { source, target: WORKSPACE, mode: "rw" },
    remove: () => removeFolder(source),
  };
}
