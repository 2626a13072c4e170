import { createToolIndex, type ToolIndex } from "../catalog/search/tool-index.ts";
import type { Tool } from "../schema/tool.ts";
import { requireAgent } from "./agents.ts";
import { composeAgent } from "./compose-agent.ts";
import type { Engine } from "./engine.ts";
import { requireSession } from "./require-session.ts";

// The list of a composed agent is the same object for as long as nothing changes.
const indexes = new WeakMap<readonly Tool[], ToolIndex>();

/** What `search_tools` answers: tools of the session's own agent that it was not sent. */
export async function findDeferred(
  engine: Engine,
  sessionId: string | null,
  query: string,
  limit: number,
): Promise<readonly Tool[]> {
  if (sessionId === null) return [];
  const session = await requireSession(engine.gate, sessionId);
  const { deferred } = composeAgent(engine, await requireAgent(engine, session.agentId));
  const index = indexes.get(deferred) ?? createToolIndex(deferred);
  indexes.set(deferred, index);
  return index.search(query, limit).map(({ tool }) => tool);
}
