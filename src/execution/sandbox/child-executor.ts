import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { canonicalJson } from "../../base/canonical-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { ExecutionRequest, ExecutionResult, Executor } from "../../ports/executor.ts";
import type { Isolation } from "../../ports/isolation.ts";
import {
  DEFAULT_LIMITS,
  type Mount,
  type ProcessEnd,
  type SandboxProcess,
} from "../../ports/sandbox.ts";
import { OUTPUTS, WORKSPACE, type Workspaces } from "../../ports/workspaces.ts";
import { ChildExecution } from "../../schema/execution.ts";
import { accessMounts } from "./access-mounts.ts";
import { BOX_ENVIRONMENT, type BoxedPrograms } from "./boxed-programs.ts";
import { BUNDLE, bundleMount } from "./bundle-mount.ts";
import { type InWorkspace, inWorkspace, isInSession } from "./in-workspace.ts";
import { readText } from "./run-to-end.ts";
import { useProcess } from "./use-process.ts";
import type { Opened, WarmProcesses } from "./warm-processes.ts";
import { makeWorkspace } from "./workspace.ts";

/** How code of one kind is called, and what its answer means. */
export interface ChildProtocol {
  /** Names under which its function is looked for, the first that is there counts. */
  functionsOf(execution: ChildExecution): readonly string[];
  argumentOf(request: ExecutionRequest, execution: ChildExecution): JsonValue;
  /** `message` is all that came with the value. */
  resultOf(value: JsonValue, message: JsonObject): ExecutionResult;
}

type Options = {
  readonly isolation: Isolation;
  readonly programs: BoxedPrograms;
  readonly warm: WarmProcesses;
  /** The folder that has a bundle's files on this machine. */
  readonly layOut: (bundle: string) => Promise<string>;
  readonly protocols: ReadonlyMap<string, ChildProtocol>;
  /** Left out, each call has an empty folder. */
  readonly workspaces?: Workspaces | undefined;
};

const MAX_LOG = 2_000;
const MAX_LEFT = 2_000;

/** Runs a function of a bundle's file in a process of its own, which serves this one call. */
export function createChildExecutor(options: Options): Executor {
  const { isolation, programs, warm, layOut, protocols, workspaces } = options;

  /** With its session's files, or with an empty folder that goes with the process. */
  async function open(
    execution: ChildExecution,
    granted: readonly Mount[],
    files: readonly Mount[] | undefined,
  ): Promise<Opened> {
    const [folder, own] = await Promise.all([
      bundleMount(layOut, execution.bundle),
      files ? undefined : makeWorkspace(),
    ]);
    return {
      spec: {
        argv: programs.child(execution.entry),
        cwd: WORKSPACE,
        env: { ...BOX_ENVIRONMENT, CAPSTAN_WORKSPACE: WORKSPACE, SKILL_DIR: BUNDLE },
        mounts: [...programs.mounts, folder, ...granted, ...(own ? [own.mount] : (files ?? []))],
        network: "none",
        stdin: "none",
        ipc: true,
        limits: { ...DEFAULT_LIMITS, wallMs: null },
      },
      close: async () => own?.remove(),
    };
  }

  return {
    endsOnSignal: true,
    async execute(request) {
      const execution = ChildExecution.parse(request.execution);
      const protocol = protocols.get(execution.protocol);
      if (!protocol) throw new Error(`Nothing here runs code by "${execution.protocol}".`);
      const sandbox = await isolation.sandboxFor(request.tool.trust);
      const granted = accessMounts(request).map((mount) => atMost(mount, execution));
      const { bundle, entry } = execution;
      const { sessionId } = request.context;

      const run = async (workspace: Pick<InWorkspace, "key" | "signal"> & Partial<InWorkspace>) => {
        const { signal } = workspace;
        const mounts = workspace.mounts && narrowed(workspace.mounts, execution);
        // Null for a copy, which is made anew for each call.
        const key =
          workspace.key &&
          canonicalJson([bundle, entry, sessionId, granted, workspace.key, execution.writes]);
        const start = () => open(execution, granted, mounts);
        const held = key ? await warm.take(sandbox, key, start) : await warm.start(sandbox, start);
        const call = {
          entry: `${BUNDLE}/${entry}`,
          functions: [...protocol.functionsOf(execution)],
          argument: protocol.argumentOf(request, execution),
          protocol: execution.protocol,
        };
        const { done, end } = await useProcess(
          held,
          { wallMs: 1_000 * execution.timeout_s, signal },
          async () => {
            const log = Promise.all([readText(held.process.stdout), readText(held.process.stderr)]);
            const answer = await ask(held.process, call);
            // It has answered: what it still does, it does for nobody.
            held.kill();
            return { answer, log: await log };
          },
        );
        if (key) warm.prepare(sandbox, key, start);
        const result = resultOf(protocol, done, end);
        return {
          ...result,
          // A turn that reaches nothing outside its box has done nothing there.
          ...(result.mayHaveRun && request.run && writableIn(granted).length === 0 && ENDED_INSIDE),
          ...(mounts && { left: await artifactsIn(mounts) }),
          enforcement: sandbox.enforcement,
        };
      };
      if (workspaces && isInSession(request)) return inWorkspace(workspaces, request, run);
      return run({ key: "empty", signal: request.signal });
    },
  };
}

const ENDED_INSIDE = { mayHaveRun: false, sideEffects: [] } as const;

function writableIn(granted: readonly Mount[]): readonly Mount[] {
  return granted.filter(({ mode }) => mode === "rw");
}

/** Folders of the machine are writable only to code whose contract says so. */
function atMost(mount: Mount, { writes }: ChildExecution): Mount {
  return writes === "given" ? mount : { ...mount, mode: "ro" };
}

/** The session's files are read-only, but for the folder of what it leaves. */
function narrowed(mounts: readonly Mount[], { writes }: ChildExecution): readonly Mount[] {
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
async function artifactsIn(mounts: readonly Mount[]): Promise<readonly string[]> {
  const workspace = mounts.find(({ target }) => target === WORKSPACE);
  if (!workspace) return [];
  const folder = join(workspace.source, OUTPUTS);
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((one) => one.isFile() || one.isDirectory())
    .slice(0, MAX_LEFT)
    .map((one) => relative(folder, join(one.parentPath, one.name)));
}

/** The first line is the answer; anything else on the channel is none. */
async function ask({ ipc }: SandboxProcess, call: JsonObject): Promise<JsonObject | undefined> {
  if (!ipc) return undefined;
  await ipc.send(call);
  try {
    for await (const message of ipc.messages) return isJsonObject(message) ? message : undefined;
  } catch {
    // What is no message has ended the process.
  }
  return undefined;
}

function resultOf(
  protocol: ChildProtocol,
  { answer, log }: { answer: JsonObject | undefined; log: readonly [string, string] },
  { timedOut, exceeded, notStarted }: ProcessEnd,
): ExecutionResult {
  if (notStarted !== undefined) {
    const message = `The code was not started, because its sandbox could not be made: ${notStarted}`;
    return { state: "failed", error: { code: "SANDBOX_FAILED", message }, sideEffects: [] };
  }
  if (answer && Object.hasOwn(answer, "result"))
    return protocol.resultOf(answer.result ?? null, answer);
  if (answer && isJsonObject(answer.error)) return failureOf(answer.error);
  if (timedOut) {
    const error = { code: "TOOL_TIMED_OUT", message: "The code did not finish in time." };
    return { state: "timeout", error, mayHaveRun: true };
  }
  const why = exceeded ? `used more ${exceeded} than it may` : "ended without an answer";
  const last = log[1].trim().slice(-MAX_LOG);
  const message = `The code ${why}${last === "" ? "." : `: ${last}`}`;
  return { state: "failed", error: { message }, mayHaveRun: true };
}

/** Before the function was called, nothing can have happened. */
const NOT_CALLED: ReadonlySet<string> = new Set(["IMPORT_FAILED", "FUNCTION_MISSING"]);

function failureOf({ code, message }: JsonObject): ExecutionResult {
  const named = typeof code === "string" && /^[A-Z][A-Z0-9_]{2,63}$/.test(code) ? code : undefined;
  return {
    state: "failed",
    error: { ...(named && { code: named }), message: String(message ?? "The code failed.") },
    ...(named && NOT_CALLED.has(named) && { sideEffects: [] }),
  };
}
