import { timestamp } from "../../base/clock.ts";
import { isConflict } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Agent } from "../../schema/agent.ts";
import { PACKS_CAPABILITY } from "../../schema/pack.ts";

const HOME_AGENT = "home";
const ID = "agent_home";

const PROMPT =
  "You do what a person asks for on this machine, with the tools that you have. You never make up a value: you ask.";

/**
 * The agent of tasks that name no session. It has every capability that is enabled, as they are now,
 * but packs (X14). One that somebody else called so is theirs, and taken as it is.
 */
export async function homeAgent({
  gate,
  shippedTakenIn,
}: Pick<Engine, "gate" | "shippedTakenIn">): Promise<Agent> {
  // The first task of a new home would find only some of them.
  await shippedTakenIn();
  const { store, clock } = gate;
  const capabilities = enabledCapabilities(gate.catalog);
  const known = await store.agents.getByName(HOME_AGENT);
  if (known && known.id !== ID) return known;
  if (known && sameList(known.capabilities, capabilities)) return known;
  const agent: Agent = known
    ? { ...known, capabilities }
    : {
        id: ID,
        name: HOME_AGENT,
        systemPrompt: PROMPT,
        status: "active",
        capabilities,
        createdAt: timestamp(clock.now()),
      };
  try {
    const type = known ? "agent.put" : "agent.add";
    await store.journal.commit(type, [{ type, agent }]);
  } catch (error) {
    // Somebody else made it at the same moment.
    const made = isConflict(error) ? await store.agents.getByName(HOME_AGENT) : undefined;
    if (!made) throw error;
    return made;
  }
  return agent;
}

function enabledCapabilities(catalog: Engine["gate"]["catalog"]): string[] {
  return catalog
    .listCapabilities()
    .filter(
      ({ id, kind, status, problem, tools }) =>
        id !== PACKS_CAPABILITY &&
        kind !== "pack" &&
        status === "available" &&
        problem === undefined &&
        tools.some((toolId) => catalog.getTool(toolId)?.enabled),
    )
    .map(({ id }) => id);
}

function sameList(stored: Agent["capabilities"], now: readonly string[]): boolean {
  return stored.length === now.length && stored.every((entry, index) => entry === now[index]);
}
