import { timestamp } from "../../base/clock.ts";
import { isConflict } from "../../base/errors.ts";
import { parseJson } from "../../base/json.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Agent } from "../../schema/agent.ts";
import type { Engine } from "../engine.ts";
import type { Owned } from "../session-feature.ts";

const DEFAULT_AGENT = "assistant";
/** The list that Capstan gave the agent last. An owner who changes the list keeps it. */
const NOTE = "assistant.capabilities";
const PROMPT =
  "You do what a person asks for on this machine, with the tools that you have. You never make up a value: you ask.";
/** The list of earlier versions, which kept no note. */
const FORMER = [
  "current_time",
  "test_math",
  "calculator",
  "stateless_todo_list",
  "session_file_system",
  "web_fetch",
];

/**
 * The agent of sessions and tasks that name none. It has every enabled capability but test tools and
 * those that sessions have by features alone. New ones come last, so that prompts stay cached.
 */
export async function defaultAgent(
  engine: Pick<Engine, "features" | "gate" | "shippedTakenIn">,
): Promise<Agent> {
  // The first task of a new home would find only some of the shipped folders.
  await engine.shippedTakenIn();
  return keepDefaultAgent(engine);
}

export async function keepDefaultAgent({
  features,
  gate,
}: Pick<Engine, "features" | "gate">): Promise<Agent> {
  const { store, clock } = gate;
  const known = await store.agents.getByName(DEFAULT_AGENT);
  const given = await givenBefore(gate);
  if (known && !sameList(known.capabilities, given)) return known;
  const owned = features.flatMap(({ owns }) => owns ?? []);
  const capabilities = usable(gate, { given, owned });
  if (known && sameList(known.capabilities, capabilities)) return known;
  const agent: Agent = known
    ? { ...known, capabilities }
    : {
        id: gate.newId("agent"),
        name: DEFAULT_AGENT,
        systemPrompt: PROMPT,
        status: "active",
        capabilities,
        createdAt: timestamp(clock.now()),
      };
  try {
    const type = known ? "agent.put" : "agent.add";
    await store.journal.commit(type, [
      { type, agent },
      { type: "note.put", name: NOTE, value: JSON.stringify(capabilities) },
    ]);
  } catch (error) {
    // Another process made it at the same moment.
    const made = isConflict(error) ? await store.agents.getByName(DEFAULT_AGENT) : undefined;
    if (!made) throw error;
    return made;
  }
  return agent;
}

/** Takes a capability that is being removed from the default agent, where the owner left its list. */
export async function releaseFromDefault(gate: Gate, capabilityId: string): Promise<void> {
  const { store } = gate;
  const agent = await store.agents.getByName(DEFAULT_AGENT);
  const given = await givenBefore(gate);
  if (!agent || !given.includes(capabilityId) || !sameList(agent.capabilities, given)) return;
  const capabilities = given.filter((id) => id !== capabilityId);
  await store.journal.commit("agent.put", [
    { type: "agent.put", agent: { ...agent, capabilities } },
    { type: "note.put", name: NOTE, value: JSON.stringify(capabilities) },
  ]);
}

async function givenBefore({ store }: Gate): Promise<readonly string[]> {
  const note = await store.system.note(NOTE);
  const list = note === undefined ? FORMER : parseJson(note);
  return Array.isArray(list) ? list.map(String) : FORMER;
}

type Wanted = { readonly given: readonly string[]; readonly owned: readonly Owned[] };

function usable({ catalog }: Gate, { given, owned }: Wanted): string[] {
  const all = catalog
    .listCapabilities()
    .filter(({ category }) => category !== "Testing")
    .filter(({ id, kind }) =>
      owned.every((one) => one.kind !== kind && !one.capabilities.includes(id)),
    )
    .filter(({ tools }) => tools.some((toolId) => catalog.getTool(toolId)?.enabled));
  const ids = new Set(all.map(({ id }) => id));
  // A server that is down keeps its place until it is back.
  const kept = given.filter((id) => ids.has(id));
  const ready = all.filter(
    ({ id, status, problem }) =>
      status === "available" && problem === undefined && !given.includes(id),
  );
  return [...kept, ...ready.map(({ id }) => id)];
}

function sameList(stored: Agent["capabilities"], other: readonly string[]): boolean {
  return stored.length === other.length && stored.every((entry, index) => entry === other[index]);
}
