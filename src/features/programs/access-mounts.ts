import type { ExecutionRequest } from "../../gate/executor.ts";
import type { Mount } from "../../sandbox/sandbox.ts";
import { mayWriteRoots } from "../../schema/changes-in-place.ts";

/**
 * The folders of this machine that a person opened, each at its own path. Nothing else of the
 * machine is in a box. What is guarded in a writable one is mounted over it, so that it can neither
 * be changed nor removed.
 */
export function accessMounts(request: ExecutionRequest): Mount[] {
  const { access } = request.context;
  return [
    ...access.paths.map(({ root, verbs }): Mount => {
      const isWritable = verbs.includes("write") && mayWriteRoots(request.tool, request.context);
      const known = request.roots?.find((it) => it.root === root);
      return {
        source: root,
        target: root,
        mode: isWritable ? "rw" : "ro",
        ...(known && { identity: { device: known.device, inode: known.inode } }),
      };
    }),
    ...(request.guarded ?? []).map((path): Mount => ({ source: path, target: path, mode: "ro" })),
  ];
}

/** The roots that this call finds writable. */
export function writableRoots({ tool, context }: ExecutionRequest): string[] {
  if (!mayWriteRoots(tool, context)) return [];
  return context.access.paths.flatMap(({ root, verbs }) => (verbs.includes("write") ? [root] : []));
}
