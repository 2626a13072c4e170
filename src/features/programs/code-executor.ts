import { canonicalJson } from "../../base/canonical-json.ts";
import type { JsonObject } from "../../base/json.ts";
import { openHosts } from "../../gate/access/host-name.ts";
import type { ExecutionRequest, Executor } from "../../gate/executor.ts";
import type { Isolation } from "../../sandbox/isolation.ts";
import { readText } from "../../sandbox/run-to-end.ts";
import {
  DEFAULT_LIMITS,
  type Mount,
  type Network,
  type ProcessSpec,
} from "../../sandbox/sandbox.ts";
import { WORKSPACE, type Workspaces } from "../../sandbox/workspaces.ts";
import { BOX_ENVIRONMENT, type BoxedPrograms } from "./boxed-programs.ts";
import { commandOutcome } from "./command-outputs.ts";
import { type InWorkspace, inWorkspace, isInSession } from "./in-workspace.ts";
import { useProcess } from "./use-process.ts";
import type { Opened, WarmProcesses } from "./warm-processes.ts";

const MEGABYTE = 1024 ** 2;
const DEFAULT_SECONDS = 30;
const DEFAULT_MEGABYTES = 512;
/** What Node itself takes, beside the memory that JavaScript in it may have. */
const NODE_MEGABYTES = 200;

type Options = {
  readonly isolation: Isolation;
  readonly programs: BoxedPrograms;
  readonly warm: WarmProcesses;
  /** Left out, no code has files. */
  readonly workspaces?: Workspaces | undefined;
};
type Program = Pick<ProcessSpec, "argv" | "mounts" | "network"> & { readonly megabytes: number };

/**
 * Runs code that the call brings. It reaches its program as standard input, never by a shell. In a
 * session it works on the session's files; JavaScript has no means to.
 */
export function createCodeExecutor({ isolation, programs, warm, workspaces }: Options): Executor {
  return {
    endsOnSignal: true,
    hostsOf: ({ inputs, config }) => ({ wanted: hostsIn(inputs, config) }),
    async execute(request) {
      const { tool, inputs, context } = request;
      const { config } = context;
      const sandbox = await isolation.sandboxFor(tool.trust);
      const program = programFor(String(inputs.language), config, networkOf(request));

      const run = async ({ mounts, key: files, signal }: InWorkspace) => {
        const open = async () => ({ spec: specOf(program, mounts), close: async () => {} });
        const isOpen = program.network !== "none";
        const key = canonicalJson(["code", [...program.argv], program.megabytes, files]);
        // What can reach a host, or works on a copy, is started for its call alone.
        const isWarm = !isOpen && files !== null;
        const held = isWarm ? await warm.take(sandbox, key, open) : await warm.start(sandbox, open);
        const wallMs = 1_000 * numberIn(config, "timeout_s", DEFAULT_SECONDS);
        const { done, end } = await useProcess(held, { wallMs, signal }, async () => {
          await held.process.stdin?.write(new TextEncoder().encode(String(inputs.code)));
          held.process.stdin?.end();
          const { stdout, stderr } = held.process;
          return Promise.all([readText(stdout), readText(stderr)]);
        });
        if (isWarm) warm.prepare(sandbox, key, open);
        return commandOutcome(
          { ...end, stdout: done[0], stderr: done[1] },
          { enforcement: sandbox.enforcement, isOpen, isCut: signal.aborted },
        );
      };
      if (workspaces && isInSession(request) && inputs.language !== "javascript") {
        return inWorkspace(workspaces, request, run);
      }
      return run({ mounts: [], key: "none", signal: request.signal });
    },
  };

  function specOf(
    { argv, mounts, network, megabytes }: Program,
    files: readonly Mount[],
  ): Opened["spec"] {
    return {
      argv,
      cwd: files.length > 0 ? WORKSPACE : "/tmp",
      env: { ...BOX_ENVIRONMENT, ...(files.length > 0 && { CAPSTAN_WORKSPACE: WORKSPACE }) },
      mounts: [...mounts, ...files],
      network,
      stdin: "open",
      ipc: false,
      limits: {
        ...DEFAULT_LIMITS,
        // Its time begins with its call.
        wallMs: null,
        memoryBytes: megabytes * MEGABYTE,
        outputBytes: OUTPUT_BYTES,
      },
    };
  }

  function programFor(language: string, config: JsonObject, network: Network): Program {
    const megabytes = numberIn(config, "memory_mb", DEFAULT_MEGABYTES);
    if (language === "javascript") {
      return {
        argv: [programs.node, programs.quickJs, String(megabytes)],
        mounts: programs.mounts,
        network: "none",
        megabytes: megabytes + NODE_MEGABYTES,
      };
    }
    const argv = INTERPRETERS.get(language);
    if (!argv) throw new Error(`Nothing here runs the language "${language}".`);
    return { argv, mounts: [], network, megabytes };
  }
}

/** Each stream; both together stay within what a tool may answer. */
const OUTPUT_BYTES = 200_000;

const PYTHON_READER =
  "import sys; exec(compile(sys.stdin.buffer.read(), '<code>', 'exec'), {'__name__': '__main__'})";

/** Each reads the whole program first, so that the program itself finds no more input. */
const INTERPRETERS = new Map<string, readonly [string, ...string[]]>([
  ["python", ["python3", "-I", "-c", PYTHON_READER]],
  ["shell", ["sh", "-c", 'eval "$(cat)"']],
]);

/** An agent's configuration asks for hosts. JavaScript has no means to reach one. */
function hostsIn({ language }: JsonObject, { hosts }: JsonObject): string[] {
  if (language === "javascript" || !Array.isArray(hosts)) return [];
  return hosts.map((host) => String(host).toLowerCase());
}

function networkOf({ inputs, context: { config, access } }: ExecutionRequest): Network {
  const hosts = openHosts(hostsIn(inputs, config), access.hosts);
  return hosts.length === 0 ? "none" : { hosts };
}

function numberIn(config: JsonObject, name: "timeout_s" | "memory_mb", otherwise: number): number {
  const value = config[name];
  return typeof value === "number" ? value : otherwise;
}
