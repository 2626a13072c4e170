import { CapstanError } from "../../base/errors.ts";
import { hostPathOf } from "../process/host-path.ts";
import { startProcess } from "../process/start-process.ts";
import type { ProcessSpec, Sandbox, SandboxProcess } from "../sandbox.ts";

type Options = {
  readonly node: string;
  /** Why nothing better is there, and what to do about it. */
  readonly whatHelps: () => Promise<string>;
};

/**
 * Our own Node with its permission flags: a seat-belt, not a boundary (it does not hold `node:sqlite`,
 * links or the network). Only for programs that ship with Capstan, where nothing better is there.
 */
export function createDegradedSandbox({ node, whatHelps }: Options): Sandbox {
  return {
    enforcement: "degraded",
    async spawn(spec) {
      if (hostPathOf(spec.argv[0], spec.mounts) !== node)
        throw onlyNode(spec.argv[0], await whatHelps());
      if (spec.network !== "none") {
        throw new CapstanError(
          "SANDBOX_MISSING",
          `Without isolation a program can be given no network. ${await whatHelps()}`,
        );
      }
      return startNode(node, spec);
    },
  };
}

function startNode(node: string, spec: ProcessSpec): Promise<SandboxProcess> {
  const { mounts, limits } = spec;
  const megabytes = limits.memoryBytes === null ? [] : [memoryFlag(limits.memoryBytes)];
  return startProcess(
    {
      argv: [
        node,
        "--permission",
        ...mounts.map(({ source }) => `--allow-fs-read=${source}`),
        ...mounts.flatMap(({ mode, source }) =>
          mode === "rw" ? [`--allow-fs-write=${source}`] : [],
        ),
        ...megabytes,
        ...spec.argv.slice(1).map((argument) => hostPathOf(argument, mounts)),
      ],
      cwd: cwdOf(spec),
      env: spec.env,
      extra: [],
      attend: (child) => ({
        // It cannot start others: without a permission there are none to look for.
        kill: () => void child.kill("SIGKILL"),
        gone: async () => {},
        explain: () => ({}),
      }),
    },
    spec,
  );
}

/** In a folder that it was given, or in none. */
function cwdOf({ cwd, mounts }: ProcessSpec): string {
  const host = hostPathOf(cwd, mounts);
  return host === cwd ? "/" : host;
}

function memoryFlag(bytes: number): string {
  return `--max-old-space-size=${Math.max(64, Math.floor(bytes / 1024 ** 2))}`;
}

function onlyNode(program: string, whatHelps: string): CapstanError {
  return new CapstanError(
    "SANDBOX_MISSING",
    `"${program}" cannot be run, because nothing would isolate it. ${whatHelps}`,
  );
}
