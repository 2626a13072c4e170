import type { Engine } from "../../engine/engine.ts";
import { grantRefused } from "../../gate/approvals/new-grant.ts";
import type { Feature } from "../feature.ts";
import { HUB } from "./installs/hub-parts.ts";
import { whyNotRun } from "./withdrawn.ts";

export function createHubFeature({ engine }: { readonly engine: () => Engine }): Feature {
  return {
    name: "hub",
    call: {
      refuse({ execution }) {
        const reason = whyNotRun(engine().of(HUB).withdrawn, execution);
        if (reason === undefined) return undefined;
        return { code: "HUB_VERSION_WITHDRAWN", rule: "hub.withdrawn", reason };
      },

      // A person looks at each thing before it is installed.
      async remember({ approval: { toolId } }, { match }) {
        if (!toolId.startsWith("builtin:hub:") || match === "exact") return undefined;
        throw grantRefused('Each call of this tool asks: answer without "remember".');
      },
    },
  };
}
