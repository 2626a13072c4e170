import { join } from "node:path";
import { CapstanError } from "../base/errors.ts";
import { createHttpExecutor } from "../execution/http/http-executor.ts";
import { createInProcessExecutor } from "../execution/in-process/in-process-executor.ts";
import { createMcpExecutor } from "../execution/mcp/mcp-executor.ts";
import { createPackExecutor } from "../execution/pack/pack-executor.ts";
import { createAskModel } from "../execution/sandbox/advisor/ask-model.ts";
import { createAgentTestExecutor } from "../execution/sandbox/agent-test/agent-test-executor.ts";
import type { BoxedPrograms } from "../execution/sandbox/boxed-programs.ts";
import { createChildExecutor } from "../execution/sandbox/child-executor.ts";
import { createCodeExecutor } from "../execution/sandbox/code-executor.ts";
import { createCommandExecutor } from "../execution/sandbox/command-executor.ts";
import { createDependencies } from "../execution/sandbox/dependencies.ts";
import { guardRoots } from "../execution/sandbox/guard-roots.ts";
import { agentProtocol } from "../execution/sandbox/protocols/agent-protocol.ts";
import { skillProtocol } from "../execution/sandbox/protocols/skill-protocol.ts";
import { createSystemServices } from "../execution/sandbox/system-services.ts";
import type { WarmProcesses } from "../execution/sandbox/warm-processes.ts";
import { createHostProcesses } from "../machine/host-processes.ts";
import type { Clock } from "../ports/clock.ts";
import type { Executor } from "../ports/executor.ts";
import type { HostFolders } from "../ports/host-folders.ts";
import type { Isolation } from "../ports/isolation.ts";
import type { PackShelf } from "../ports/pack-shelf.ts";
import type { WebClient } from "../ports/web-client.ts";
import type { Workspaces } from "../ports/workspaces.ts";
import type { Secrets } from "../runtime/secrets.ts";
import type { BuiltinRegistry } from "../sources/builtin/builtin-registry.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import type { OpenMcp } from "./mcp/open-mcp.ts";
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
  readonly mcp: OpenMcp;
  readonly packShelf: PackShelf;
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
  { settings, programs, isolation, warm, workspaces, layOut, folders, ...parts }: Parts,
): ReadonlyMap<string, Executor> {
  const { registry, clock, web, secrets, mcp, packShelf, enablePackTools, watch } = parts;
  const { contentFolder } = options;
  const dependencies =
    contentFolder === undefined
      ? undefined
      : createDependencies({
          folder: join(contentFolder, "packages", "code"),
          layOut,
          npm: "npm",
          env: process.env,
        });
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
          ...createSystemServices(createHostProcesses([process.pid, process.ppid])),
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
