import { digest } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import { addCustom, checkCustom, patchCustom } from "../../features/custom/custom-capabilities.ts";
import { describeManifest } from "../../features/custom/describe-manifest.ts";
import { hostsOf } from "../../features/custom/manifest-source.ts";
import { describeTool } from "../../gate/catalog/describe-tool.ts";
import { CUSTOM_KIND, type CustomManifest, customIdOf } from "../../schema/custom-capability.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import { type Addition, added, NO_ACCESS, showTool } from "./addition.ts";

/** A capability that a person wrote as data. */
export function customAddition(engine: Engine, manifest: JsonObject): Addition {
  const checked = checkCustom(engine, manifest);
  const id = customIdOf(checked.id);
  const described = describeManifest(checked);
  const isThere = engine.gate.catalog.getCapability(id) !== undefined;
  const shown = {
    kind: "custom" as const,
    id,
    name: checked.name,
    description: checked.description,
    digest: digest(manifest),
    tools: described.tools.map((tool) => showTool(describeTool(CUSTOM_KIND, described, tool))),
    access: { ...NO_ACCESS, hosts: reached(checked, described) },
    packages: [],
    warnings: isThere ? [`${id} is there already: this replaces it.`] : [],
  };
  return {
    shown,
    scope: "approve",
    async add(by) {
      const stored = await addCustom(engine, manifest, by).catch((error) => {
        if (!(error instanceof CapstanError) || error.code !== "STATE_CONFLICT") throw error;
        return patchCustom(engine, id, manifest, by);
      });
      return added(shown, stored.problem ?? null);
    },
  };
}

function reached({ tools }: CustomManifest, described: SourcedCapability): readonly string[] {
  const hosts = tools.flatMap(({ exec }) => exec?.network ?? []);
  return [...new Set([...hostsOf(described), ...hosts])].sort();
}
