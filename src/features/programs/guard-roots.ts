import { CapstanError } from "../../base/errors.ts";
import type { ExecutionRequest, ExecutionResult, Executor } from "../../gate/executor.ts";
import type { HostFolders } from "../../sandbox/host-folders.ts";
import { writableRoots } from "./access-mounts.ts";
import { findProtected, guardedPaths, putAside } from "./protected-names.ts";

/**
 * Stands before an executor of programs. In the last moment it looks whether each folder is still the
 * one that was opened; and in writable ones it guards names that other programs obey: what is there
 * is mounted read-only, and what was made is put aside when nothing of the program runs any more.
 */
export function guardRoots(executor: Executor, folders: Pick<HostFolders, "isSame">): Executor {
  return {
    ...executor,
    async execute(request) {
      const { roots = [] } = request;
      for (const root of roots) if (!(await folders.isSame(root))) throw changed();
      const writable = writableRoots(request);
      if (writable.length === 0) return executor.execute(request);

      const before = await findProtected(writable);
      const ended = await settle(executor.execute(withGuarded(request, guardedPaths(before))));
      const added = await putAside(writable, before);
      if (added > 0) {
        if ("result" in ended) await ended.result.keep?.close();
        return refused(added, ended);
      }
      if ("error" in ended) throw ended.error;
      return ended.result;
    },
  };
}

type Ended = { readonly result: ExecutionResult } | { readonly error: unknown };

function settle(running: Promise<ExecutionResult>): Promise<Ended> {
  return running.then(
    (result) => ({ result }),
    (error) => ({ error }),
  );
}

/** Some parts are made when they are first read: their getters are copied, and not their values. */
function withGuarded(request: ExecutionRequest, guarded: readonly string[]): ExecutionRequest {
  const parts = Object.getOwnPropertyDescriptors(request);
  const own = { value: guarded, enumerable: true };
  return Object.create(Object.prototype, { ...parts, guarded: own });
}

function refused(added: number, ended: Ended): ExecutionResult {
  const what = added === 1 ? "a file" : `${added} files`;
  const message = `It made ${what} that other programs would run or obey, such as a hook or their settings. That is refused: they were renamed, and end in ".refused-1" now. Whatever else it did stands.`;
  const enforcement = "result" in ended ? ended.result.enforcement : undefined;
  return {
    state: "failed",
    error: { code: "PATH_DENIED", message },
    ...(enforcement && { enforcement }),
  };
}

function changed(): CapstanError {
  const message = "A folder that was opened was replaced or is a link now. Open it again.";
  return new CapstanError("ROOT_CHANGED", message);
}
