import { CapstanError } from "../../base/errors.ts";
import { hostPathOf } from "../process/host-path.ts";
import { startProcess } from "../process/start-process.ts";
import type { ProcessSpec, Sandbox, SandboxProcess } from "../sandbox.ts";

/**
 * A process without any isolation: it sees what we see. Only for an owner who has switched the
 * sandbox off; every record of such a call says so.
 */
export const PLAIN_SANDBOX: Sandbox = { enforcement: "off", spawn: startPlainProcess };

async function startPlainProcess(spec: ProcessSpec): Promise<SandboxProcess> {
  const { mounts } = spec;
  if (mounts.some(({ mode }) => mode === "scratch")) {
    throw new CapstanError(
      "SANDBOX_MISSING",
      "With the sandbox switched off a program cannot be given a copy to work on.",
    );
  }
  const onHost = (path: string) => hostPathOf(path, mounts);
  const [program, ...args] = spec.argv;
  return startProcess(
    {
      argv: [onHost(program), ...args.map(onHost)],
      cwd: onHost(spec.cwd),
      env: Object.fromEntries(
        Object.entries(spec.env).map(([name, value]) => [name, onHost(value)]),
      ),
      extra: [],
      attend: (child) => ({
        kill: () => killGroup(child.pid),
        gone: async () => {},
        explain: () => ({}),
      }),
    },
    spec,
  );
}

/** A process that has made a session of its own is missed: only a namespace would hold it. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
