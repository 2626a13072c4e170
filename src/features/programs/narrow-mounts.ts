import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Mount } from "../../sandbox/sandbox.ts";
import { OUTPUTS, WORKSPACE } from "../../sandbox/workspaces.ts";
import type { ChildExecution } from "../../schema/execution.ts";

const MAX_LEFT = 2_000;

export function hasWritable(mounts: readonly Mount[]): boolean {
  return mounts.some(({ mode }) => mode === "rw");
}

/** Folders of the machine are writable only to code whose contract says so. */
export function atMost(mount: Mount, { writes }: ChildExecution): Mount {
  return writes === "given" ? mount : { ...mount, mode: "ro" };
}

/** The session's files are read-only, but for the folder of what it leaves. */
export function narrowed(mounts: readonly Mount[], { writes }: ChildExecution): readonly Mount[] {
  if (writes === "given") return mounts;
  return mounts.flatMap((mount): Mount[] => {
    if (mount.target !== WORKSPACE || mount.mode !== "rw") return [mount];
    const outputs = { source: join(mount.source, OUTPUTS), target: `${WORKSPACE}/${OUTPUTS}` };
    return [
      { ...mount, mode: "ro" },
      ...(writes === "none" ? [] : [{ ...outputs, mode: "rw" as const }]),
    ];
  });
}

/** Looked at from outside: what the code says of its files counts for nothing. */
export async function artifactsIn(mounts: readonly Mount[]): Promise<readonly string[]> {
  const workspace = mounts.find(({ target }) => target === WORKSPACE);
  if (!workspace) return [];
  const folder = join(workspace.source, OUTPUTS);
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((one) => one.isFile() || one.isDirectory())
    .slice(0, MAX_LEFT)
    .map((one) => relative(folder, join(one.parentPath, one.name)));
}
