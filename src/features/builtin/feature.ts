import type { Clock } from "../../base/clock.ts";
import { grantRefused } from "../../gate/approvals/new-grant.ts";
import type { BuiltinCapability } from "../builtin-capability.ts";
import type { Feature } from "../feature.ts";
import { createBuiltinRegistry } from "./builtin-registry.ts";
import { createInProcessExecutor } from "./in-process-executor.ts";
import { END_PROCESS } from "./system.ts";

type Parts = { readonly capabilities: readonly BuiltinCapability[]; readonly clock: Clock };

/** Whatever runs in this process, whoever brings it. */
export function createBuiltinFeature({ capabilities, clock }: Parts): Feature {
  const registry = createBuiltinRegistry(capabilities);
  return {
    name: "builtin",
    sources: [registry],
    executors: { in_process: createInProcessExecutor({ codeOf: registry.codeOf, clock }) },
    call: {
      async remember({ approval: { toolId } }, { match }) {
        if (toolId !== END_PROCESS || match === "exact") return undefined;
        throw grantRefused('Each call of this tool asks: answer without "remember".');
      },
    },
  };
}
