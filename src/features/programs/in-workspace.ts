import { CapstanError } from "../../base/errors.ts";
import type { ExecutionRequest, ExecutionResult } from "../../gate/executor.ts";
import type { Mount } from "../../sandbox/sandbox.ts";
import type { WorkspaceMode, Workspaces } from "../../sandbox/workspaces.ts";
import { awaitsConfirmation } from "../../schema/changes-in-place.ts";
import { isResumable } from "../../schema/task-state.ts";

/** What a program is started with, so that it works on the session's files. */
export type InWorkspace = {
  readonly mounts: readonly Mount[];
  /** Stands for the folder, where the same process may be started ahead for the next call. */
  readonly key: string | null;
  /** Also aborted when the program fills its workspace. */
  readonly signal: AbortSignal;
};

/**
 * Runs a program on its session's files. Only of one that ended by itself, or will go on, is something
 * kept: whoever failed or was cut short has changed nothing.
 */
export async function inWorkspace(
  workspaces: Workspaces,
  request: ExecutionRequest & { readonly context: { readonly sessionId: string } },
  run: (workspace: InWorkspace) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { context, signal } = request;
  const mode = modeOf(request);
  const workspace = await workspaces.open({ sessionId: context.sessionId, mode, signal });
  const overfull = new AbortController();
  let why: string | undefined;
  const watch = workspace.watch((reason) => {
    why = reason;
    overfull.abort();
  });
  let isKept = false;
  try {
    const result = await run({
      mounts: workspace.mounts,
      key: mode === "scratch" ? null : workspace.key,
      signal: AbortSignal.any([signal, overfull.signal]),
    }).finally(() => watch.stop());
    if (why !== undefined) {
      return refused(result, `The program was ended: ${why}. Nothing that it wrote was kept.`);
    }
    const isKeepable = result.state === "completed" || isResumable(result.state);
    if (mode !== "rw" || !isKeepable) return result;
    const keep = await workspace.capture();
    isKept = true;
    return { ...result, keep };
  } catch (error) {
    if (!(error instanceof CapstanError) || error.code !== "FILE_TOO_LARGE") throw error;
    return refused({ state: "failed" }, error.message);
  } finally {
    if (!isKept) await workspace.close();
  }
}

export function isInSession(
  request: ExecutionRequest,
): request is ExecutionRequest & { readonly context: { readonly sessionId: string } } {
  return request.context.sessionId !== null;
}

function modeOf({ tool, context }: ExecutionRequest): WorkspaceMode {
  if (context.dryRun || awaitsConfirmation(tool, context)) return "scratch";
  return tool.behaviour.readOnly ? "ro" : "rw";
}

function refused({ outputs, mayHaveRun, sideEffects, enforcement }: ExecutionResult, why: string) {
  return {
    state: "failed",
    error: { code: "FILE_TOO_LARGE", message: why },
    ...(outputs !== undefined && { outputs }),
    ...(mayHaveRun !== undefined && { mayHaveRun }),
    ...(sideEffects && { sideEffects }),
    ...(enforcement && { enforcement }),
  } as const;
}
