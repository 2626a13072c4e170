import type { Agent } from "../schema/agent.ts";
import type { RuntimeAgent } from "./compose.ts";
import type { Engine } from "./engine.ts";

/** An agent as a model meets it now, within this server's budget for tools. */
export function composeAgent(
  { composer, limits }: Pick<Engine, "composer" | "limits">,
  agent: Agent,
  loaded: readonly string[] = [],
): RuntimeAgent {
  return composer(agent, { loaded, budget: limits.tools });
}
