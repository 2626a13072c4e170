import { type AccessBook, NOTHING_HELD } from "../gate/access/access-book.ts";
import type { CallFeature } from "../gate/call-feature.ts";
import type { CatalogEntry } from "../gate/catalog/catalog-entry.ts";
import { notFound, resolveTool } from "../gate/catalog/resolve-tool.ts";
import type { Hooks } from "../gate/hooks.ts";
import type { Setup, SetupOf } from "../gate/setup.ts";
import type { Session } from "../schema/session.ts";
import { composeSession } from "./composition/compose-session.ts";
import type { Engine } from "./engine.ts";
import { createTaint, reachesOut } from "./taint.ts";

type Options = Pick<Engine, "composer" | "conversations" | "features" | "filesOf" | "limits"> &
  Pick<Engine["gate"], "catalog" | "store"> & {
    readonly calls: readonly CallFeature[];
    /** By the id of the capability that has them. */
    readonly hooks: ReadonlyMap<string, Hooks>;
    readonly accessOf: AccessBook["of"];
  };

/**
 * Everything that a call needs to know of its session, in one place. Most calls depend on none of
 * it, and then nothing is read.
 */
export function createSetupOf(options: Options): SetupOf {
  const { catalog, store, calls, conversations, filesOf, accessOf } = options;
  const taint = createTaint({ catalog });

  return async (call) => {
    const { toolId, sessionId, turn } = call;
    const found = await findEntry(calls, call);
    const entry = found?.entry ?? resolveTool(catalog, toolId, call.parent !== undefined);
    const { tool, perSession } = entry;
    if (perSession && sessionId === null) throw elsewhere(entry);
    const asksComposition = perSession || isComposed(options, entry);
    const asksMessages = reachesOut(tool);
    const session =
      sessionId !== null && (asksComposition || asksMessages || turn !== null)
        ? await store.sessions.get(sessionId)
        : undefined;
    const messages = session && asksMessages ? await conversations.load(session) : [];
    const demands = session && turn !== null ? await demandsOf(calls, session, turn) : [];
    return {
      entry,
      ...(await composed(session && asksComposition ? session : undefined)),
      // What was opened to the capability of this id was not opened to what is tried under it.
      held: found?.isTrial ? NOTHING_HELD : accessOf(tool.capabilityId, sessionId),
      isTainted: (inputs) =>
        call.parent?.tainted === true || taint(tool, inputs, session, messages),
      demands: (inputs) => demands.flatMap((demandOf) => demandOf(tool, inputs) ?? []),
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
      if (perSession && !found?.ofSession && !capabilities.includes(tool.capabilityId)) {
        throw elsewhere(entry);
      }
      return { config: configOf(tool.capabilityId), hooks };
    }
  };
}

/** What a session has of a feature is its own, and not what the catalog has of it now. */
async function findEntry(features: Options["calls"], call: Parameters<SetupOf>[0]) {
  for (const feature of features) {
    const found = await feature.entryFor?.(call);
    if (found) return found;
  }
  return undefined;
}

async function demandsOf(features: Options["calls"], session: Session, turn: number) {
  const asked = await Promise.all(features.map((one) => one.demandsOf?.(session, turn)));
  return asked.filter((demandOf) => demandOf !== undefined);
}

/** Whether an agent can have anything to say about the calls of a tool. */
function isComposed({ catalog, hooks }: Options, { tool }: CatalogEntry): boolean {
  return hooks.size > 0 || catalog.getCapability(tool.capabilityId)?.configSchema !== undefined;
}

function elsewhere({ tool }: CatalogEntry) {
  const message = `The tool "${tool.toolId}" exists only in sessions that "${tool.capabilityId}" is attached to.`;
  return notFound(tool.toolId, message);
}
