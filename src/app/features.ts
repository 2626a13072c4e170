import type { Engine } from "../engine/engine.ts";
import { bundlesApi } from "../features/bundles/api.ts";
import { extensionsApi } from "../features/extensions/api.ts";
import type { Feature } from "../features/feature.ts";
import { hubApi } from "../features/hub/api.ts";
import { intentsApi } from "../features/intents/api.ts";
import { mcpApi } from "../features/mcp/api.ts";
import { packsApi } from "../features/packs/api.ts";
import { skillsApi } from "../features/skills/api.ts";
import { createSkillsFeature } from "../features/skills/feature.ts";
import { joinApis } from "../http/api.ts";
import { OWN_API } from "../http/app.ts";
import { addApi } from "./add/add-api.ts";
import type { Settings } from "./settings.ts";

/** The features of one runtime, in the order in which gate and engine ask them. */
export function openFeatures({
  engine,
  settings,
}: {
  readonly engine: () => Engine;
  readonly settings: Settings;
}): readonly Feature[] {
  const { enabled, max_depth: maxDepth, max_cycles: maxCycles } = settings.delegation;
  return [createSkillsFeature({ engine, delegation: { enabled, maxDepth, maxCycles } })];
}

/** All that is there over HTTP. Features first: "/v1/capabilities/install" before "/v1/capabilities/:id". */
export const API = joinApis([
  addApi,
  packsApi,
  extensionsApi,
  hubApi,
  skillsApi,
  bundlesApi,
  intentsApi,
  mcpApi,
  OWN_API,
]);
