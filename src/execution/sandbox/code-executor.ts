import type { JsonObject } from "../../base/json.ts";
import type { Executor } from "../../ports/executor.ts";
import type { Isolation } from "../../ports/isolation.ts";
import { DEFAULT_LIMITS, type Network } from "../../ports/sandbox.ts";
import { BOX_ENVIRONMENT, type BoxedPrograms } from "./boxed-programs.ts";
import { commandOutcome } from "./command-outputs.ts";
import { type CommandSpec, runToEnd } from "./run-to-end.ts";

const MEGABYTE = 1024 ** 2;
const DEFAULT_SECONDS = 30;
const DEFAULT_MEGABYTES = 512;
/** What Node itself takes, beside the memory that JavaScript in it may have. */
const NODE_MEGABYTES = 200;

type Options = { readonly isolation: Isolation; readonly programs: BoxedPrograms };
type Program = Pick<CommandSpec, "argv" | "mounts" | "network"> & { readonly megabytes: number };

/** Runs code that the call brings. It reaches its program as standard input, never by a shell. */
export function createCodeExecutor({ isolation, programs }: Options): Executor {
  return {
    endsOnSignal: true,
    async execute({ tool, inputs, context: { config }, signal }) {
      const sandbox = await isolation.sandboxFor(tool.trust);
      const { argv, mounts, network, megabytes } = programFor(String(inputs.language), config);
      const result = await runToEnd(sandbox, {
        argv,
        cwd: "/tmp",
        env: BOX_ENVIRONMENT,
        mounts,
        network,
        stdin: new TextEncoder().encode(String(inputs.code)),
        limits: {
          ...DEFAULT_LIMITS,
          wallMs: 1_000 * numberIn(config, "timeout_s", DEFAULT_SECONDS),
          memoryBytes: megabytes * MEGABYTE,
          outputBytes: OUTPUT_BYTES,
        },
        signal,
      });
      return commandOutcome(result, {
        enforcement: sandbox.enforcement,
        isOpen: network !== "none",
      });
    },
  };

  function programFor(language: string, config: JsonObject): Program {
    const megabytes = numberIn(config, "memory_mb", DEFAULT_MEGABYTES);
    if (language === "javascript") {
      return {
        argv: [programs.node, programs.quickJs, String(megabytes)],
        mounts: programs.mounts,
        network: "none",
        megabytes: megabytes + NODE_MEGABYTES,
      };
    }
    const [argv, network] = [INTERPRETERS.get(language), networkOf(config)];
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

function networkOf({ hosts }: JsonObject): Network {
  const given = Array.isArray(hosts) ? hosts.map(String) : [];
  return given.length === 0 ? "none" : { hosts: given };
}

function numberIn(config: JsonObject, name: "timeout_s" | "memory_mb", otherwise: number): number {
  const value = config[name];
  return typeof value === "number" ? value : otherwise;
}
