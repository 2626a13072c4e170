import type { Agent } from "../schema/agent.ts";
import type { Message } from "../schema/message.ts";
import { calledNames } from "./called-names.ts";
import type { RuntimeAgent } from "./compose.ts";
import type { Engine } from "./engine.ts";
import { loadedTools } from "./loaded-tools.ts";

/**
 * An agent as a model meets it now, within this server's budget for tools, with what this
 * conversation has found for it. What the conversation has called keeps its name, also when the
 * agent was given another tool of that name meanwhile (X4).
 */
export function composeAgent(
  { composer, limits }: Pick<Engine, "composer" | "limits">,
  agent: Agent,
  messages: readonly Message[] = [],
): RuntimeAgent {
  const state = { loaded: loadedTools(messages), budget: limits.tools };
  const composed = composer(agent, state);
  const called = calledNames(messages);
  const isKept = ([toolId, name]: [string, string]) =>
    (composed.findTool(toolId)?.wireName ?? name) === name;
  return [...called].every(isKept) ? composed : composer(agent, { ...state, called });
}
