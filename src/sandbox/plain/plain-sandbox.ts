import type { ProcessSpec, Sandbox, SandboxProcess } from "../../ports/sandbox.ts";
import { startProcess } from "../process/start-process.ts";

/**
 * A process without any isolation: it sees what we see. Only for an owner who has switched the
 * sandbox off; every record of such a call says so.
 */
export const PLAIN_SANDBOX: Sandbox = { enforcement: "off", spawn: startPlainProcess };

function startPlainProcess(spec: ProcessSpec): Promise<SandboxProcess> {
  return startProcess(
    {
      argv: spec.argv,
      cwd: spec.cwd,
      env: spec.env,
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
