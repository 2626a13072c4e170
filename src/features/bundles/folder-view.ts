import * as z from "zod";
import type { Engine } from "../../engine/engine.ts";
import type { Actor } from "../../schema/actor.ts";
import { InstalledFolder } from "../../schema/installed-folder.ts";
import { Person } from "../../schema/principal.ts";

export const InstalledFolderView = InstalledFolder.omit({ about: true }).extend({
  installedBy: Person,
  /** Why none of its tools runs; null when they can. */
  problem: z.string().nullable(),
  tools: z.array(z.string()).readonly(),
});

/** Where folders lie on the machine is for those who may bring them in. */
export function viewFolder(
  { gate }: Pick<Engine, "gate">,
  { about: _, ...folder }: InstalledFolder,
  { scopes }: Actor,
): z.infer<typeof InstalledFolderView> {
  const capability = gate.catalog.getCapability(folder.id);
  return {
    ...folder,
    installedBy: gate.people.show(folder.installedBy),
    path: scopes.includes("approve") ? folder.path : null,
    problem: capability?.problem ?? null,
    tools: capability?.tools ?? [],
  };
}
