import type { Redactor } from "../base/redactor.ts";
import { createPackEntries } from "../engine/packs/pack-entries.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { WithdrawnBundles } from "../runtime/withdrawn.ts";
import type { FolderKind } from "../schema/installed-folder.ts";
import { loadAgent } from "../sources/bundle/agent/load-agent.ts";
import { checkAgent } from "../sources/bundle/agent-check/check-agent.ts";
import { createExtensionShelf } from "../sources/bundle/extension/extension-shelf.ts";
import { createExtensionSource } from "../sources/bundle/extension/extension-source.ts";
import { createFolderShelf } from "../sources/bundle/folder/folder-shelf.ts";
import { createFolderSource } from "../sources/bundle/folder/folder-source.ts";
import { createPackShelf } from "../sources/bundle/pack/pack-shelf.ts";
import { createPackSource } from "../sources/bundle/pack/pack-source.ts";
import { checkSkill } from "../sources/bundle/skill/check-skill.ts";
import { loadSkill } from "../sources/bundle/skill/load-skill.ts";
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
