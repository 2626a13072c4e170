import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { type Pack, packCapabilityId } from "../../schema/pack.ts";
import { BUNDLES } from "../bundles/bundles.ts";
import { whyDisabled } from "../bundles/folder-source.ts";
import { PACKS } from "./packs.ts";

/** One that an admin disabled is given to no session. */
export function requireEnabledPack(engine: Pick<Engine, "of">, id: string) {
  const pack = requireKnownPack(engine, id);
  const folder = engine.of(BUNDLES).installed().get(packCapabilityId(id));
  const problem = folder && whyDisabled(folder);
  if (problem === undefined) return pack;
  throw new CapstanError("CAPABILITY_INVALID", problem, { details: { pack_id: id } });
}

export function requireKnownPack({ of }: Pick<Engine, "of">, id: string): Pack {
  const pack = of(PACKS).known().get(id);
  if (pack) return pack;
  throw new CapstanError("PACK_NOT_FOUND", `No pack "${id}".`, { details: { pack_id: id } });
}
