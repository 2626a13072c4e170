import * as z from "zod";
import type { Engine } from "../../engine/engine.ts";
import type { Actor } from "../../schema/actor.ts";
import { Pack } from "../../schema/pack.ts";
import { Person } from "../../schema/principal.ts";

export const PackView = Pack.omit({ wantedEntryDoc: true }).extend({
  addedBy: Person,
  /** Whether its folder is another than what was taken in, when it was last looked at. */
  changed: z.boolean(),
});

/** Where folders lie on the machine is for those who may bring them in. */
export function viewPack(
  { gate }: Pick<Engine, "gate">,
  { wantedEntryDoc: _, ...pack }: Pack,
  { scopes }: Actor,
): z.infer<typeof PackView> {
  const path = scopes.includes("approve") ? pack.path : null;
  return { ...pack, addedBy: gate.people.show(pack.addedBy), path, changed: false };
}
