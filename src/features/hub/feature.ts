import { keep } from "../../engine/feature-key.ts";
import { grantRefused } from "../../gate/approvals/new-grant.ts";
import type { Feature } from "../feature.ts";
import { createHubCapability } from "./hub-capability.ts";
import { HUB, type HubParts } from "./installs/hub-parts.ts";
import type { HubToolCode } from "./installs/hub-tools.ts";
import { whyNotRun } from "./withdrawn.ts";

export function createHubFeature(hub: HubParts, code: HubToolCode): Feature {
  const { withdrawn } = hub;
  return {
    name: "hub",
    capabilities: [createHubCapability(code)],
    call: {
      refuse({ execution }) {
        const reason = whyNotRun(withdrawn, execution);
        if (reason === undefined) return undefined;
        return { code: "HUB_VERSION_WITHDRAWN", rule: "hub.withdrawn", reason };
      },

      // A person looks at each thing before it is installed.
      async remember({ approval: { toolId } }, { match }) {
        if (!toolId.startsWith("builtin:hub:") || match === "exact") return undefined;
        throw grantRefused('Each call of this tool asks: answer without "remember".');
      },
    },
    onCommit: withdrawn.follow,
    keeps: [keep(HUB, hub)],
    refresh: withdrawn.refresh,
  };
}
