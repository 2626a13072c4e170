import { trialEntry } from "../features/bundles/tests/trials.ts";
import { outsideOf } from "../features/packs/allowed-tools.ts";
import { openPacks } from "../features/packs/open-packs.ts";
import { packEntry } from "../features/packs/pack-entry.ts";
import { runEntry } from "../features/skills/run-entry.ts";
import { type AccessBook, NOTHING_HELD } from "../gate/access/access-book.ts";
import type { CatalogEntry } from "../gate/catalog/catalog-entry.ts";
import { notFound, resolveTool } from "../gate/catalog/resolve-tool.ts";
import type { Hooks } from "../gate/hooks.ts";
import type { Setup, SetupOf } from "../gate/setup.ts";
import type { Session } from "../schema/session.ts";
import { composeSession } from "./composition/compose-session.ts";
import type { Engine } from "./engine.ts";
import { createTaint, reachesOut } from "./taint.ts";

type Options = Pick<
  Engine,
  | "composer"
  | "conversations"
  | "features"
  | "filesOf"
  | "folderShelf"
  | "limits"
  | "packEntries"
  | "trials"
> &
  Pick<Engine["gate"], "catalog" | "store"> & {
    /** By the id of the capability that has them. */
    readonly hooks: ReadonlyMap<string, Hooks>;
    readonly accessOf: AccessBook["of"];
  };

/**
 * Everything that a call needs to know of its session, in one place. Most calls depend on none of
 * it, and then nothing is read.
 */
export function createSetupOf(options: Options): SetupOf {
  const { catalog, store, conversations, filesOf, accessOf } = options;
  const taint = createTaint({ catalog });

  return async (call) => {
    const { toolId, sessionId, contextId, turn } = call;
    // What a session has of a pack is its own, and not what the catalog has of it now.
    const ofTrial = trialEntry(options.trials, call);
    const ofPack = ofTrial ?? (await packEntry(options, call));
    const entry =
      ofPack ??
      (await runEntry(options, resolveTool(catalog, toolId, call.parent !== undefined), contextId));
    const { tool, perSession } = entry;
    if (perSession && sessionId === null) throw elsewhere(entry);
    const asksComposition = perSession || isComposed(options, entry);
    const asksMessages = reachesOut(tool);
    const session =
      sessionId !== null && (asksComposition || asksMessages || turn !== null)
        ? await store.sessions.get(sessionId)
        : undefined;
    const messages = session && asksMessages ? await conversations.load(session) : [];
    const open = session && turn !== null ? await openPacks(store.sessions, session, turn) : [];
    return {
      entry,
      ...(await composed(session && asksComposition ? session : undefined)),
      // What was opened to the capability of this id was not opened to what is tried under it.
      held: ofTrial ? NOTHING_HELD : accessOf(tool.capabilityId, sessionId),
      isTainted: (inputs) =>
        call.parent?.tainted === true || taint(tool, inputs, session, messages),
      outside: (inputs) => outsideOf(open, { tool, inputs }),
      files: () => (sessionId === null ? null : filesOf(sessionId)),
    };

    async function composed(session?: Session): Promise<Pick<Setup, "config" | "hooks">> {
      const agent = session && (await store.agents.get(session.agentId));
      if (!agent) {
        if (perSession) throw elsewhere(entry);
        return { config: {}, hooks: [] };
      }
      const { capabilities, configOf, hooks } = await composeSession(options, {
        agent,
        attachments: session.attachments,
        messages: await conversations.load(session),
      });
      if (perSession && !ofPack && !capabilities.includes(tool.capabilityId)) {
        throw elsewhere(entry);
      }
      return { config: configOf(tool.capabilityId), hooks };
    }
  };
}

/** Whether an agent can have anything to say about the calls of a tool. */
function isComposed({ catalog, hooks }: Options, { tool }: CatalogEntry): boolean {
  return hooks.size > 0 || catalog.getCapability(tool.capabilityId)?.configSchema !== undefined;
}

function elsewhere({ tool }: CatalogEntry) {
  const message = `The tool "${tool.toolId}" exists only in sessions that "${tool.capabilityId}" is attached to.`;
  return notFound(tool.toolId, message);
}
