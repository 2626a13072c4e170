import type { Tool } from "../../schema/tool.ts";
import { SEARCH_TOOLS } from "./loaded-tools.ts";
import type { Split } from "./split-by-budget.ts";

/** Tools of one name are all namespaced: someone should know before the model does (X4). */
export function renamedWarnings(
  { firm, loaded, deferred }: Split,
  names: ReadonlyMap<string, string>,
  aliases: ReadonlyMap<string, string>,
): string[] {
  return [...firm, ...loaded, ...deferred].flatMap(({ toolId, wireName }) => {
    const now = names.get(toolId);
    if (now === wireName || aliases.has(toolId)) return [];
    return [`"${toolId}" is called "${now}", because another tool is called "${wireName}".`];
  });
}

/** Without the tool that finds them, what is not sent is out of reach: a person has to choose (P46). */
export function deferredWarnings(
  sent: readonly Tool[],
  deferred: readonly Tool[],
  tokens: number,
): string[] {
  if (deferred.length === 0) return [];
  const count = deferred.length === 1 ? "1 tool is" : `${deferred.length} tools are`;
  const saves = `which saves about ${tokens} tokens a request`;
  return sent.some(({ toolId }) => toolId === SEARCH_TOOLS)
    ? [`${count} not sent but found by search_tools, ${saves}.`]
    : [`${count} left out, ${saves}: take capabilities off the agent to get at them.`];
}
