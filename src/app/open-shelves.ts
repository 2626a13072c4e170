import type { Clock } from "../base/clock.ts";
import type { Redactor } from "../base/redaction/redactor.ts";
import { createFolderShelf } from "../features/bundles/create-folder-shelf.ts";
import { createFolderSource } from "../features/bundles/folder-source.ts";
import { createExtensionShelf } from "../features/extensions/create-extension-shelf.ts";
import { createExtensionSource } from "../features/extensions/extension-source.ts";
import type { WithdrawnBundles } from "../features/hub/withdrawn.ts";
import { checkAgent } from "../features/manifest-agents/check/check-agent.ts";
import { loadAgent } from "../features/manifest-agents/load-agent.ts";
import { createPackShelf } from "../features/packs/create-pack-shelf.ts";
import { createPackEntries } from "../features/packs/pack-entries.ts";
import { createPackSource } from "../features/packs/pack-source.ts";
import { checkSkill } from "../features/skills/check-skill-imports.ts";
import { loadSkill } from "../features/skills/load-skill.ts";
import type { FolderKind } from "../schema/installed-folder.ts";
import type { Store } from "../stores/store.ts";
import type { AssembleOptions } from "./assemble-options.ts";

type Parts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly withdrawn: WithdrawnBundles;
};

/** Where bundles of each kind are kept, and the sources that list them. */
export function openShelves(
  options: AssembleOptions,
  { store, clock, redactor, withdrawn }: Parts,
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
    whyNot: withdrawn.why,
  });
  const packEntries = createPackEntries(packShelf);
  const extensionShelf = createExtensionShelf({ store, clock, redactor, roots });
  const extensions = createExtensionSource({
    stored: () => store.extensions.list(),
    shelf: extensionShelf,
    whyNot: withdrawn.why,
  });
  const folderShelf = createFolderShelf({
    store,
    clock,
    redactor,
    roots,
    loaders: { skill: loadSkill, agent: loadAgent },
    checks: { agent: checkAgent, skill: checkSkill },
  });
  const folderSource = (kind: FolderKind) =>
    createFolderSource({
      kind,
      stored: () => store.folders.list(),
      shelf: folderShelf,
      whyNot: withdrawn.why,
    });
  const [skillFolders, agentFolders] = [folderSource("skill"), folderSource("agent")];
  return {
    packShelf,
    packs,
    packEntries,
    extensionShelf,
    extensions,
    folderShelf,
    skillFolders,
    agentFolders,
  };
}
