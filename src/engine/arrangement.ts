import type { Catalog } from "../catalog/catalog.ts";
import type { Hooks } from "../ports/hooks.ts";
import type { Store } from "../ports/store.ts";
import { type Arrangement, NOTHING_ARRANGED } from "../runtime/arrangement.ts";
import type { Tool } from "../schema/tool.ts";
import type { Composer } from "./composer.ts";

type Options = {
  readonly catalog: Catalog;
  readonly composer: Composer;
  readonly store: Pick<Store, "sessions" | "agents">;
  /** By the id of the capability that has them. */
  readonly hooks: ReadonlyMap<string, Hooks>;
};

/** What the agent of a session has arranged for its calls. Most have nothing, and then nothing is read. */
export function createArrangements({ catalog, composer, store, hooks }: Options) {
  return async (tool: Tool, sessionId: string | null): Promise<Arrangement> => {
    const isConfigured = catalog.getCapability(tool.capabilityId)?.configSchema !== undefined;
    if (sessionId === null || (!isConfigured && hooks.size === 0)) return NOTHING_ARRANGED;
    const session = await store.sessions.get(sessionId);
    const agent = session && (await store.agents.get(session.agentId));
    if (!agent) return NOTHING_ARRANGED;
    const { capabilities, configOf } = composer(agent);
    return {
      config: configOf(tool.capabilityId),
      hooks: capabilities.flatMap((capabilityId) => {
        const own = hooks.get(capabilityId);
        return own ? [{ capabilityId, hooks: own }] : [];
      }),
    };
  };
}
