import { isOpenHost, openHosts } from "../../gate/access/host-name.ts";
import type { ExecutionRequest, ExecutionResult, Executor } from "../../gate/executor.ts";
import type { Isolation } from "../../sandbox/isolation.ts";
import { runToEnd } from "../../sandbox/run-to-end.ts";
import { DEFAULT_LIMITS, type Mount } from "../../sandbox/sandbox.ts";
import { WORKSPACE, type Workspaces } from "../../sandbox/workspaces.ts";
import type { CommandCall } from "../../schema/command-call.ts";
import { CommandExecution } from "../../schema/execution.ts";
import { accessMounts } from "./access-mounts.ts";
import { BOX_ENVIRONMENT, type BoxedPrograms, nodeOf } from "./boxed-programs.ts";
import { BUNDLE, bundleMount } from "./bundle-mount.ts";
import { commandFromInputs } from "./command-from-inputs.ts";
import { commandOutcome } from "./command-outputs.ts";
import type { Dependencies } from "./given-to.ts";
import { inWorkspace, isInSession } from "./in-workspace.ts";
import { renderCommand } from "./render-command.ts";
import { makeWorkspace } from "./workspace.ts";

type Options = {
  readonly isolation: Isolation;
  readonly programs: BoxedPrograms;
  /** A secret's value, if it is meant for this tool; otherwise it throws. */
  readonly secretFor: (entry: Pick<ExecutionRequest, "tool" | "execution">, name: string) => string;
  /** The folder that has a bundle's files on this machine. */
  readonly layOut: (bundle: string) => Promise<string>;
  /** Left out, programs find no packages. */
  readonly dependencies?: Pick<Dependencies, "ofProgram"> | undefined;
  /** Left out, each call has an empty folder. */
  readonly workspaces?: Workspaces | undefined;
};

/** Each stream; both together stay within what a tool may answer. */
const OUTPUT_BYTES = 200_000;

/** Runs tools that are a program with arguments, written as data. */
export function createCommandExecutor({
  isolation,
  programs,
  secretFor,
  layOut,
  dependencies,
  workspaces,
}: Options): Executor {
  return {
    endsOnSignal: true,
    // It says what would run, and runs nothing.
    holdsDryRun: true,
    hostsOf: ({ execution, access }) => {
      const { network = [] } = CommandExecution.safeParse(execution).data?.call ?? {};
      return { reached: openHosts(network, access.hosts) };
    },
    async execute(request) {
      const { tool, execution, inputs, context } = request;
      const described = CommandExecution.parse(execution);
      const { bundle } = described;
      const places = new Map([
        ["workspace", WORKSPACE],
        ...(bundle === undefined ? [] : [["pack_root", BUNDLE] as const]),
      ]);
      const given = described.from_inputs && commandFromInputs(described, inputs, places);
      const call = given ? given.call : described.call;
      const { argv, env } =
        given ||
        renderCommand(
          call,
          {
            inputs: { ...described.defaults, ...inputs },
            config: context.config,
            places,
            // What is only shown has no secret in it.
            secret: (name) =>
              context.dryRun ? `\${secret:${name}}` : secretFor({ tool, execution }, name),
          },
          described.inputs,
        );
      if (context.dryRun) return showCommand(argv, env, call.cwd);
      const sandbox = await isolation.sandboxFor(tool.trust);
      const hosts = openHosts(
        [...(call.network ?? []), ...(request.namedHosts ?? [])],
        context.access.hosts,
      );
      const network = hosts.length === 0 ? ("none" as const) : { hosts };
      const folder = bundle === undefined ? [] : [await bundleMount(layOut, bundle)];
      const needed =
        bundle === undefined
          ? undefined
          : await dependencies?.ofProgram(bundle, argv, request.progress);
      const run = async (mounts: readonly Mount[], signal: AbortSignal) => {
        const result = await runToEnd(sandbox, {
          argv: [argv[0] === "node" ? programs.node : argv[0], ...argv.slice(1)],
          cwd: call.cwd === "pack_root" && bundle !== undefined ? BUNDLE : WORKSPACE,
          env: {
            ...env,
            ...needed?.env,
            ...BOX_ENVIRONMENT,
            CAPSTAN_WORKSPACE: WORKSPACE,
            ...(bundle !== undefined && { SKILL_DIR: BUNDLE }),
          },
          mounts: [
            nodeOf(programs).mount,
            ...folder,
            ...(needed?.mounts ?? []),
            ...accessMounts(request),
            ...mounts,
          ],
          network,
          stdin: call.stdin === "json" ? Buffer.from(JSON.stringify(inputs)) : "none",
          limits: {
            ...DEFAULT_LIMITS,
            wallMs: 1_000 * call.timeout_s,
            outputBytes: OUTPUT_BYTES,
          },
          signal,
        });
        const outcome = commandOutcome(result, {
          enforcement: sandbox.enforcement,
          isOpen: network !== "none",
          isCut: signal.aborted,
        });
        const closed = (call.network ?? []).filter(
          (host) => !isOpenHost(context.access.hosts, host),
        );
        return closed.length === 0 ? outcome : { ...outcome, notes: closed.map(howToOpen(tool)) };
      };
      if (workspaces && isInSession(request)) {
        return inWorkspace(workspaces, request, ({ mounts, signal }) => run(mounts, signal));
      }
      const workspace = await makeWorkspace();
      return run([workspace.mount], request.signal).finally(workspace.remove);
    },
  };
}

function howToOpen({ capabilityId }: ExecutionRequest["tool"]) {
  return (host: string) =>
    `It could not reach ${host}. To open it: capstan access allow ${capabilityId} ${host}`;
}

/** A dry run: the very command, and nothing of it has been started. */
function showCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: CommandCall["cwd"],
): ExecutionResult {
  const outputs = {
    would_run: [...argv],
    // Elsewhere than usual is for whoever approves it to know.
    ...(cwd !== "workspace" && { cwd }),
    ...(Object.keys(env).length > 0 && { env }),
  };
  return { state: "completed", outputs, sideEffects: [] };
}
