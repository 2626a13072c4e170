import { timestamp } from "../base/clock.ts";
import { DEFAULT_AGENT } from "../engine/sessions/open-session.ts";
import type { Gate } from "../gate/gate.ts";

/** On the first start: an agent, so that a session can be opened without naming one. */
export async function ensureAssistant({ store, clock, newId }: Gate): Promise<void> {
  if (await store.agents.getByName(DEFAULT_AGENT)) return;
  const agent = {
    id: newId("agent"),
    name: DEFAULT_AGENT,
    systemPrompt: "You are a helpful assistant. Use your tools where they help.",
    status: "active" as const,
    // Those that are only announced do nothing yet, and work in this home once they are there.
    capabilities: [
      "current_time",
      "test_math",
      "calculator",
      "stateless_todo_list",
      "session_file_system",
      "web_fetch",
    ],
    createdAt: timestamp(clock.now()),
  };
  await store.journal.commit("agent.add", [{ type: "agent.add", agent }]);
}
