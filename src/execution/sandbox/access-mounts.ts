import type { ExecutionRequest } from "../../ports/executor.ts";
import type { Mount } from "../../ports/sandbox.ts";

/**
 * The folders of this machine that a person opened, each at its own path. Nothing else of the
 * machine is in a box.
 */
export function accessMounts({ tool, context }: ExecutionRequest): Mount[] {
  const mayChange = !context.dryRun && !tool.behaviour.readOnly;
  return context.access.paths.map(({ root, verbs }) => ({
    source: root,
    target: root,
    mode: mayChange && verbs.includes("write") ? "rw" : "ro",
  }));
}
