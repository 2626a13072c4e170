import type { Clock } from "../base/clock.ts";
import { CapstanError } from "../base/errors.ts";
import type { BuiltinRegistry } from "../features/builtin/builtin-registry.ts";
import { createInProcessExecutor } from "../features/builtin/in-process-executor.ts";
import { createHttpExecutor } from "../features/custom/http-executor.ts";
import { createAgentTestExecutor } from "../features/manifest-agents/tests/agent-test-executor.ts";
import { createMcpExecutor } from "../features/mcp/mcp-executor.ts";
import type { OpenMcp } from "../features/mcp/servers/open-mcp.ts";
import { createPackExecutor } from "../features/packs/pack-executor.ts";
import type { PackShelf } from "../features/packs/pack-shelf.ts";
import type { BoxedPrograms } from "../features/programs/boxed-programs.ts";
import { createChildExecutor } from "../features/programs/child-executor.ts";
import { createCodeExecutor } from "../features/programs/code-executor.ts";
import { createCommandExecutor } from "../features/programs/command-executor.ts";
import { createDependencies } from "../features/programs/dependencies.ts";
import { guardRoots } from "../features/programs/guard-roots.ts";
import type { Packages } from "../features/programs/packages/packages.ts";
import { agentProtocol } from "../features/programs/protocols/agent-protocol.ts";
import { skillProtocol } from "../features/programs/protocols/skill-protocol.ts";
import { createSystemServices } from "../features/programs/system-services.ts";
import type { WarmProcesses } from "../features/programs/warm-processes.ts";
import { createAskModel } from "../features/skills/advisor/ask-model.ts";
import type { Executor } from "../gate/executor.ts";
import type { Secrets } from "../gate/secrets/secrets.ts";
import type { HostFolders } from "../sandbox/host-folders.ts";
import type { HostProcesses } from "../sandbox/host-processes.ts";
import type { Isolation } from "../sandbox/isolation.ts";
import type { WebClient } from "../sandbox/web-client.ts";
import type { Workspaces } from "../sandbox/workspaces.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import type { Settings } from "./settings.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

type Parts = {
  readonly settings: Settings;
  readonly programs: BoxedPrograms;
  readonly isolation: Isolation;
  readonly warm: WarmProcesses;
  readonly workspaces: Workspaces;
  /** The folder that has a bundle's files on this machine. */
  readonly layOut: (bundle: string) => Promise<string>;
  readonly registry: BuiltinRegistry;
  readonly clock: Clock;
  readonly web: WebClient;
  readonly secrets: Secrets;
  readonly folders: HostFolders;
  readonly processes: HostProcesses;
  readonly mcp: OpenMcp;
  readonly packShelf: PackShelf;
  /** Undefined where there is no folder for them. */
  readonly packages: Packages | undefined;
  readonly enablePackTools: Parameters<typeof createPackExecutor>[0]["enable"];
  readonly watch: Telemetry["executor"];
};

/** How code of a bundle is called. */
const PROTOCOLS = new Map([
  ["agent", agentProtocol],
  ["skill", skillProtocol],
]);

/** What runs a tool, by the type of its execution: ours, and those that the host has brought. */
export function openExecutors(
  options: AssembleOptions,
  { settings, programs, isolation, warm, workspaces, layOut, folders, processes, ...parts }: Parts,
): ReadonlyMap<string, Executor> {
  const { registry, clock, web, secrets, mcp, packShelf, packages, enablePackTools, watch } = parts;
  const dependencies = packages && createDependencies({ packages, layOut });
  const { steps, changed_files: changedFiles, assumptions } = settings.advisor;
  const own: Record<string, Executor> = {
    in_process: createInProcessExecutor({ codeOf: registry.codeOf, clock }),
    http: createHttpExecutor({
      web,
      secretFor: secrets.valueFor,
      maxBytes: settings.limits.output_bytes,
    }),
    code: createCodeExecutor({ isolation, programs, warm, workspaces }),
    command: guardRoots(
      createCommandExecutor({
        isolation,
        programs,
        secretFor: secrets.valueFor,
        layOut,
        dependencies,
        workspaces,
      }),
      folders,
    ),
    child: guardRoots(
      createChildExecutor({
        isolation,
        programs,
        warm,
        layOut,
        protocols: PROTOCOLS,
        workspaces,
        dependencies,
        services: new Map([
          ...createSystemServices(processes),
          ["ask_model", createAskModel({ steps, changedFiles, assumptions })],
        ]),
      }),
      folders,
    ),
    agent_test: createAgentTestExecutor({ isolation, programs, layOut, dependencies }),
    mcp: createMcpExecutor({ servers: mcp }),
    pack: createPackExecutor({ shelf: packShelf, enable: enablePackTools }),
  };
  for (const type of options.executors?.keys() ?? []) {
    if (!Object.hasOwn(own, type)) continue;
    throw new CapstanError("SETTINGS_INVALID", `There is an executor of "${type}" already.`);
  }
  return new Map(
    [...(options.executors ?? []), ...Object.entries(own)].map(([type, executor]) => {
      const watched = watch(executor);
      return [type, options.wrapExecutor?.(watched) ?? watched];
    }),
  );
}
