import { runCanaries } from "../sandbox/canaries/run-canaries.ts";
import type { SandboxHealth } from "../sandbox/sandbox-health.ts";
import type { OpenIsolation } from "./open-isolation.ts";

const CHECK_MS = 90_000;

/** One check at a time: who asks while one runs gets its answer. */
export function createSandboxHealth(isolation: OpenIsolation): SandboxHealth {
  let running: ReturnType<SandboxHealth["check"]> | undefined;

  async function check() {
    await isolation.lookAgain();
    const state = { ...(await isolation.state()), bounds: await isolation.bounds() };
    // Without a box there is nothing that could hold.
    if (state.problem) return { ...state, canaries: [] };
    const sandbox = await isolation.sandboxFor("builtin");
    return { ...state, canaries: await runCanaries(sandbox, AbortSignal.timeout(CHECK_MS)) };
  }
  return {
    state: () => isolation.state(),
    check() {
      running ??= check().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
