import type { Engine } from "../../../engine/engine.ts";
import { BUNDLES } from "../bundles.ts";
import type { FoundFolder } from "../folder-shelf.ts";
import type { FolderReport } from "./folder-tester.ts";

/** The checklist of its kind, for a folder that is published. */
export async function checkFolder(
  engine: Engine,
  found: FoundFolder & { readonly path: string },
): Promise<FolderReport> {
  const { kind } = found;
  const { name, items } = await engine.of(BUNDLES).shelf.kinds.of(kind).check(engine, found);
  return { kind, name, ok: items.every(({ state }) => state !== "failed"), items };
}

/** The folder at a path, of whatever kind it is. */
export async function findFolder({ of }: Pick<Engine, "of">, wanted: string) {
  const { shelf } = of(BUNDLES);
  const path = await shelf.rootOf(wanted);
  return { ...(await shelf.find({ path })), path };
}
