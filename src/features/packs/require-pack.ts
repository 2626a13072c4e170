import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Pack } from "../../schema/pack.ts";

export function requireKnownPack({ packs }: Pick<Engine, "packs">, id: string): Pack {
  const pack = packs().get(id);
  if (pack) return pack;
  throw new CapstanError("PACK_NOT_FOUND", `No pack "${id}".`, { details: { pack_id: id } });
}
