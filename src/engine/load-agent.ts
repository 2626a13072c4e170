import type { Message } from "../schema/message.ts";
import { requireAgent } from "./agents.ts";
import type { RuntimeAgent } from "./compose.ts";
import { composeAgent } from "./compose-agent.ts";
import type { Engine } from "./engine.ts";

/** The agent as it is now, with what this conversation has found for it (X16). */
export async function loadAgent(
  engine: Engine,
  agentId: string,
  messages: readonly Message[],
): Promise<RuntimeAgent> {
  return composeAgent(engine, await requireAgent(engine, agentId), messages);
}
