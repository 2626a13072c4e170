import { canonicalJson } from "../../base/canonical-json.ts";
import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { meaningOf, missingModule, type PlainFailure, plainly } from "../../base/plain-failure.ts";
import type { ExecutionRequest, ExecutionResult, Executor } from "../../gate/executor.ts";
import { exceededText } from "../../sandbox/exceeded-text.ts";
import type { Isolation } from "../../sandbox/isolation.ts";
import { readText } from "../../sandbox/run-to-end.ts";
import {
  DEFAULT_LIMITS,
  type Mount,
  type ProcessEnd,
  type ProcessIpc,
  type Sandbox,
  type SandboxProcess,
} from "../../sandbox/sandbox.ts";
import { WORKSPACE, type Workspaces } from "../../sandbox/workspaces.ts";
import { ChildExecution } from "../../schema/execution.ts";
import { BOX_ENVIRONMENT, type BoxedPrograms } from "./boxed-programs.ts";
import { BUNDLE, bundleMount } from "./bundle-mount.ts";
import { type ChildServices, OWN_SERVICES, serveChild, servicesFor } from "./child-services.ts";
import { type Dependencies, type Given, givenTo, hostsGiven } from "./given-to.ts";
import { type InWorkspace, inWorkspace, isInSession } from "./in-workspace.ts";
import type { MeasuredChanges } from "./measure-changes.ts";
import { artifactsIn, hasWritable, narrowed } from "./narrow-mounts.ts";
import { withinBounds } from "./use-process.ts";
import type { Opened, WarmProcesses } from "./warm-processes.ts";
import { watchChanges } from "./watch-changes.ts";
import { makeWorkspace } from "./workspace.ts";

/** How code of one kind is called, and what its answer means. */
export interface ChildProtocol {
  /** Names under which its function is looked for, the first that is there counts. */
  functionsOf(execution: ChildExecution): readonly string[];
  argumentOf(request: ExecutionRequest, execution: ChildExecution): JsonValue;
  resultOf(
    answer: ChildAnswer,
    request: ExecutionRequest,
    execution: ChildExecution,
  ): ExecutionResult;
  /** Which part of the argument has what it may ask for; that part cannot be changed by the code. */
  readonly servicesAt?: string;
  /** The code of an error that has none of its own. */
  readonly failure: "AGENT_FAILED" | "TOOL_FAILED";
  /** Whether it is looked at what a call did to files. */
  readonly measures?: boolean;
  /** Once that is known. */
  finish?(
    result: ExecutionResult,
    request: ExecutionRequest,
    measured: MeasuredChanges | null,
  ): ExecutionResult;
}

/** The line that code ends with: what it returned, and what its protocol lets it note beside that. */
export type ChildAnswer = JsonObject & { readonly result: JsonValue };

type Options = {
  readonly isolation: Isolation;
  readonly programs: BoxedPrograms;
  readonly warm: WarmProcesses;
  /** The folder that has a bundle's files on this machine. */
  readonly layOut: (bundle: string) => Promise<string>;
  readonly protocols: ReadonlyMap<string, ChildProtocol>;
  /** Left out, each call has an empty folder. */
  readonly workspaces?: Workspaces | undefined;
  /** What code may ask for while it runs, beside saying how far it has come. */
  readonly services?: ChildServices;
  /** Where what a bundle depends on lies. Throws DEPENDENCY_MISSING, naming what is not there. */
  readonly dependencies?: Dependencies | undefined;
};

const MAX_LOG = 2_000;

/** Runs a function of a bundle's file in a process of its own, which serves this one call. */
export function createChildExecutor(options: Options): Executor {
  const { isolation, programs, warm, layOut, protocols, workspaces, dependencies } = options;
  const services: ChildServices = new Map([...OWN_SERVICES, ...(options.services ?? [])]);

  /** With its session's files, or with an empty folder that goes with the process. */
  async function open(
    execution: ChildExecution,
    { mounts, network, env }: Given,
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
        env: { ...BOX_ENVIRONMENT, ...env, CAPSTAN_WORKSPACE: WORKSPACE, SKILL_DIR: BUNDLE },
        mounts: [...programs.mounts, folder, ...mounts, ...(own ? [own.mount] : (files ?? []))],
        network,
        stdin: "none",
        ipc: true,
        limits: { ...DEFAULT_LIMITS, wallMs: null },
      },
      close: async () => own?.remove(),
    };
  }

  return {
    endsOnSignal: true,
    holdsDryRun: true,
    // Files are a copy until then; hosts, processes and models are not.
    holdsUnconfirmed: ({ permissions }) =>
      Array.isArray(permissions) &&
      permissions.every((one) => String(one).startsWith("filesystem.")),
    hostsOf: ({ execution, access }) => {
      const { permissions = [] } = ChildExecution.safeParse(execution).data ?? {};
      return { reached: hostsGiven(permissions, access) };
    },
    async execute(request) {
      const execution = ChildExecution.parse(request.execution);
      const protocol = protocols.get(execution.protocol);
      if (!protocol) throw new Error(`Nothing here runs code by "${execution.protocol}".`);
      const sandbox = await isolation.sandboxFor(request.tool.trust);
      refuseUnheld(sandbox, request);
      const needed = await dependencies?.of(execution, request.progress);
      const given = givenTo(request, execution, needed);
      const { bundle, entry } = execution;
      const { sessionId } = request.context;

      const run = async (workspace: Pick<InWorkspace, "key" | "signal"> & Partial<InWorkspace>) => {
        const { signal } = workspace;
        const mounts = workspace.mounts && narrowed(workspace.mounts, execution);
        // Null for a copy, which is made anew for each call; so is what can reach a host.
        const key =
          given.network === "none" && workspace.key
            ? canonicalJson([
                bundle,
                entry,
                sessionId,
                [...given.mounts],
                given.env,
                workspace.key,
                execution.writes,
              ])
            : null;
        const start = () => open(execution, given, mounts);
        const look = protocol.measures ? await watchChanges(request, mounts) : undefined;
        const held = key ? await warm.take(sandbox, key, start) : await warm.start(sandbox, start);
        const permissions = execution.permissions ?? [];
        const call = {
          entry: `${BUNDLE}/${entry}`,
          functions: [...protocol.functionsOf(execution)],
          argument: protocol.argumentOf(request, execution),
          protocol: execution.protocol,
          ...(protocol.servicesAt !== undefined && {
            at: protocol.servicesAt,
            services: servicesFor(services, permissions),
          }),
        };
        // What can change nothing that anybody sees is over with its answer; others when they are gone.
        const isSealed =
          sandbox.enforcement === "bubblewrap" &&
          given.network === "none" &&
          !hasWritable([...given.mounts, ...(mounts ?? [])]);
        const { done, timedOut } = await withinBounds(
          held,
          { wallMs: 1_000 * execution.timeout_s, signal },
          async (pauseFor) => {
            const log = Promise.all([readText(held.process.stdout), readText(held.process.stderr)]);
            // Nobody may wait for it.
            log.catch(() => {});
            const { answer, refused } = await ask(held.process, call, (ipc) =>
              serveChild(services, request, permissions, { ...ipc, pauseFor }),
            );
            // It has answered: what it still does, it does for nobody.
            warm.end(held);
            if (isSealed && answer && Object.hasOwn(answer, "result")) return { answer };
            const [end, said] = await Promise.all([held.process.end, log]);
            return { answer, refused, end, log: said };
          },
        );
        if (key) warm.prepare(sandbox, key, start);
        const end = { ...done.end, timedOut: timedOut || done.end?.timedOut === true };
        const result = resultOf(protocol, { request, execution, ...done }, end);
        const measured = look ? await look(result.state === "completed") : null;
        const told = protocol.finish?.(result, request, measured) ?? result;
        return {
          ...told,
          // A turn that reaches nothing outside its box has done nothing there.
          ...(told.mayHaveRun && request.run && !hasWritable(given.mounts) && ENDED_INSIDE),
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

/** Nothing holds a stranger's code where there is no sandbox: its dry run could do anything. */
function refuseUnheld({ enforcement }: Sandbox, { tool, context }: ExecutionRequest): void {
  if (enforcement !== "off" || tool.trust === "builtin" || !context.dryRun) return;
  const message = 'The setting "sandbox" is "off": nothing would hold this in a dry run.';
  throw new CapstanError("DRY_RUN_UNSUPPORTED", message);
}

type Asked = { readonly answer?: JsonObject; readonly refused?: string };

/** The first line that asks for nothing is the answer; anything else on the channel is none. */
async function ask(
  { ipc }: SandboxProcess,
  call: JsonObject,
  serve: (ipc: ProcessIpc) => (asked: JsonValue | undefined) => Promise<boolean>,
): Promise<Asked> {
  if (!ipc) return {};
  const answer = serve(ipc);
  await ipc.send(call);
  try {
    for await (const message of ipc.messages) {
      if (!isJsonObject(message)) return { refused: "What it answered is no object." };
      if (!Object.hasOwn(message, "ask")) return { answer: message };
      if (!(await answer(message.ask))) return { refused: "It asked for more than it may." };
    }
    return {};
  } catch (error) {
    // What is no message has ended the process.
    return { refused: error instanceof Error ? error.message : "" };
  }
}

type Done = {
  readonly request: ExecutionRequest;
  readonly execution: ChildExecution;
  readonly answer?: JsonObject | undefined;
  /** Why what it sent counts for nothing. */
  readonly refused?: string | undefined;
  readonly log?: readonly [string, string];
};

function resultOf(
  protocol: ChildProtocol,
  { request, execution, answer, refused, log }: Done,
  { timedOut, exceeded, notStarted }: Partial<ProcessEnd>,
): ExecutionResult {
  if (notStarted !== undefined) {
    const message = `The code was not started, because its sandbox could not be made: ${notStarted}`;
    return { state: "failed", error: { code: "SANDBOX_FAILED", message }, sideEffects: [] };
  }
  if (answer && Object.hasOwn(answer, "result")) {
    return protocol.resultOf({ ...answer, result: answer.result ?? null }, request, execution);
  }
  const last = (log?.[1] ?? "").trim().slice(-MAX_LOG);
  if (answer && isJsonObject(answer.error)) return failureOf(protocol, answer.error, last);
  if (timedOut) {
    const error = { code: "TOOL_TIMED_OUT", message: "The code did not finish in time." };
    return { state: "timeout", error, mayHaveRun: true };
  }
  const why = exceeded
    ? exceededText(exceeded)
    : refused
      ? `was ended. ${refused.replace(/\.$/, "")}`
      : "ended without an answer";
  const error = { code: protocol.failure, message: `The code ${why}.` };
  return { state: "failed", error, ...(last !== "" && { log: last }), mayHaveRun: true };
}

/** Before the function was called, nothing can have happened. */
const NOT_CALLED: ReadonlySet<string> = new Set(["IMPORT_FAILED", "FUNCTION_MISSING"]);
/** Not those of the system and of Node: EACCES, ERR_INVALID_ARG_TYPE. */
const CODE = /^(?!ERR_|E[A-Z0-9]+$)[A-Z][A-Z0-9_]{2,63}$/;
const ITS_CODE_FAILED = "Something went wrong in its own code.";
const MAX_RAW = 4_000;

/**
 * Code that raised. An error with a code of its own was made to be told; the words of any other are for
 * its author, and go on record alone (I34).
 */
function failureOf(
  { failure }: ChildProtocol,
  { code, message }: JsonObject,
  log: string,
): ExecutionResult {
  const named = typeof code === "string" && CODE.test(code) ? code : undefined;
  const text = String(message ?? "");
  const raw = `${text}\n${log}`.trim().slice(-MAX_RAW);
  const unclear = { code: failure, message: ITS_CODE_FAILED };
  return {
    state: "failed",
    error: named ? codedFailure(named, text) : (meaningOf(raw) ?? unclear),
    log: raw,
    ...(named && NOT_CALLED.has(named) && { sideEffects: [] }),
  };
}

function codedFailure(code: string, text: string): PlainFailure {
  const unclear = { code, message: ITS_CODE_FAILED };
  if (code !== "IMPORT_FAILED") return { ...(plainly(text, unclear) ?? { message: text }), code };
  const module = missingModule(text);
  if (module === undefined) return { code, message: "Its code cannot be loaded." };
  const message = `It needs "${module}", which is not installed with it.`;
  return { code: "DEPENDENCY_MISSING", message };
}
