import type { Clock } from "../base/clock.ts";
import type { Redactor } from "../base/redaction/redactor.ts";
import { createFolderShelf } from "../features/bundles/create-folder-shelf.ts";
import { createFolderSource } from "../features/bundles/folder-source.ts";
import { loadExtension } from "../features/extensions/load-extension.ts";
import { checkAgent } from "../features/manifest-agents/check/check-agent.ts";
import { loadAgent } from "../features/manifest-agents/load-agent.ts";
import { createPackShelf } from "../features/packs/create-pack-shelf.ts";
import { createPackEntries } from "../features/packs/pack-entries.ts";
import { createPackSource } from "../features/packs/pack-source.ts";
import { checkSkill } from "../features/skills/check-skill-imports.ts";
import { loadSkill } from "../features/skills/load-skill.ts";
import { FolderKind } from "../schema/installed-folder.ts";
import type { Store } from "../stores/store.ts";
import type { AssembleOptions } from "./assemble-options.ts";

type Parts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly redactor: Redactor;
};

/** Where bundles of each kind are kept, and the sources that list them. */
export function openShelves(
  options: AssembleOptions,
  { store, clock, redactor }: Parts,
  /** Why nothing of the bundle of this digest runs. */
  whyNot: (digest: string) => string | undefined,
) {
  const roots = { home: options.homeFolder, capabilities: options.capabilityFolder };
  const packShelf = createPackShelf({
    store,
    clock,
    redactor,
    roots,
    shipped: options.shippedPacks,
  });
  const packs = createPackSource({
    stored: () => store.packs.list(),
    shelf: packShelf,
    whyNot,
  });
  const packEntries = createPackEntries(packShelf, () => packs.known());
  const folderShelf = createFolderShelf({
    store,
    clock,
    redactor,
    roots,
    loaders: { skill: loadSkill, agent: loadAgent, ext: loadExtension },
    checks: { agent: checkAgent, skill: checkSkill },
  });
  const folderSources = FolderKind.options.map((kind) =>
    createFolderSource({
      kind,
      stored: () => store.folders.list(),
      shelf: folderShelf,
      whyNot,
    }),
  );
  return { packShelf, packs, packEntries, folderShelf, folderSources };
}
