import { foldGrowing } from "../../base/fold-growing.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";

export const SEARCH_TOOLS = "builtin:tool_search:search_tools";

/**
 * What `search_tools` has found in a conversation, each once: it is sent from the next request on.
 * What is found again counts as new, so that it comes back when it had to make room.
 */
export function loadedTools(messages: readonly Message[]): string[] {
  return [...new Set(found(messages).toReversed())].reverse();
}

const found = foldGrowing<Message, readonly string[]>({
  start: () => [],
  add: (ids, { role, toolId, content }) =>
    role === "tool" && toolId === SEARCH_TOOLS ? [...ids, ...foundIn(content)] : ids,
});

function foundIn(content: string): string[] {
  try {
    const answer: unknown = JSON.parse(content);
    if (!isJsonObject(answer) || !Array.isArray(answer.tools)) return [];
    return answer.tools.flatMap((tool) =>
      isJsonObject(tool) && typeof tool.tool_id === "string" ? [tool.tool_id] : [],
    );
  } catch {
    return [];
  }
}
