import { createToolIndex, type ToolIndex } from "../../gate/catalog/search/tool-index.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Engine } from "../engine.ts";
import { requireSession } from "../sessions/require-session.ts";
import { loadComposition } from "./load-composition.ts";
import { type FoundTools, searchDeferred } from "./search-deferred.ts";

// The list of a composed agent is the same object for as long as nothing changes.
const indexes = new WeakMap<readonly Tool[], ToolIndex>();

/** What `search_tools` answers: tools of the session's own agent that it was not sent. */
export async function findDeferred(
  engine: Engine,
  sessionId: string | null,
  query: string,
  limit: number,
): Promise<FoundTools> {
  if (sessionId === null) return { tools: [], total_deferred: 0 };
  const session = await requireSession(engine.gate, sessionId);
  const agent = await loadComposition(engine, session);
  return searchDeferred(agent, deferredIndex(agent.deferred).search, query, limit);
}

export function deferredIndex(deferred: readonly Tool[]): ToolIndex {
  const index = indexes.get(deferred) ?? createToolIndex(deferred);
  indexes.set(deferred, index);
  return index;
}
