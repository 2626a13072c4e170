import * as z from "zod";
import type { Engine } from "../../engine/engine.ts";
import type { Actor } from "../../schema/actor.ts";
import { folderSlug, InstalledFolder } from "../../schema/installed-folder.ts";
import { Person } from "../../schema/principal.ts";

/** An installed folder under the id of its manifest. */
export const ExtensionView = InstalledFolder.omit({ kind: true, origin: true, about: true }).extend(
  {
    installedBy: Person,
    capabilityId: z.string(),
    /** Why none of its tools runs; null when they can. */
    problem: z.string().nullable(),
    /** One for each command. One that is not enabled says why. */
    tools: z.array(
      z.object({
        toolId: z.string(),
        description: z.string(),
        riskLevel: z.string(),
        enabled: z.boolean(),
        problem: z.string().nullable(),
      }),
    ),
  },
);

/** Where folders lie on the machine is for those who may bring them in. */
export function viewExtension(
  { gate }: Engine,
  { kind: _, origin: __, about: ___, ...extension }: InstalledFolder,
  { scopes }: Actor,
): z.infer<typeof ExtensionView> {
  const capabilityId = extension.id;
  const capability = gate.catalog.getCapability(capabilityId);
  return {
    ...extension,
    installedBy: gate.people.show(extension.installedBy),
    id: folderSlug({ id: capabilityId, kind: "ext" }),
    path: scopes.includes("approve") ? extension.path : null,
    capabilityId,
    problem: capability?.problem ?? null,
    tools: (capability?.tools ?? []).flatMap((toolId) => {
      const tool = gate.catalog.getTool(toolId);
      if (!tool) return [];
      const { description, riskLevel, enabled, problem = null } = tool;
      return [{ toolId, description, riskLevel, enabled, problem }];
    }),
  };
}
