import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { type Pack, packCapabilityId } from "../../schema/pack.ts";
import { whyDisabled } from "../bundles/folder-source.ts";

/** One that an admin disabled is given to no session. */
export function requireEnabledPack(engine: Pick<Engine, "packs" | "installedFolders">, id: string) {
  const pack = requireKnownPack(engine, id);
  const folder = engine.installedFolders().get(packCapabilityId(id));
  const problem = folder && whyDisabled(folder);
  if (problem === undefined) return pack;
  throw new CapstanError("CAPABILITY_INVALID", problem, { details: { pack_id: id } });
}

export function requireKnownPack({ packs }: Pick<Engine, "packs">, id: string): Pack {
  const pack = packs().get(id);
  if (pack) return pack;
  throw new CapstanError("PACK_NOT_FOUND", `No pack "${id}".`, { details: { pack_id: id } });
}
