import { CapstanError } from "../../base/errors.ts";
import type { Gate } from "../../gate/gate.ts";
import { readEntry } from "../../schema/capability-entry.ts";
import { releaseFromDefault } from "./default-agent.ts";

/** A capability is not removed while an agent names it; the default agent follows. `instead` says what else can be done. */
export async function requireUnused(
  gate: Gate,
  capabilityId: string,
  instead: string,
): Promise<void> {
  await releaseFromDefault(gate, capabilityId);
  const { store } = gate;
  const { items } = await store.agents.list({ limit: 2_000, offset: 0 });
  const users = items.filter(({ capabilities }) =>
    capabilities.some((entry) => readEntry(entry).id === capabilityId),
  );
  if (users.length === 0) return;
  const names = users.map((agent) => `"${agent.name}"`).join(", ");
  const message = `Agents have "${capabilityId}": ${names}. Take it from them first, or ${instead}.`;
  throw new CapstanError("CAPABILITY_IN_USE", message, {
    details: { agent_ids: users.map((agent) => agent.id) },
  });
}
