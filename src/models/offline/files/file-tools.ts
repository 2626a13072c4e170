import type { Tool } from "../../../schema/tool.ts";

const NEEDED = ["list_files", "search_files"];

/** The tools of the agent that works with the folders of the machine, by their names. */
export type FileTools = ReadonlyMap<string, Tool>;

export function fileToolsOf(tools: readonly Tool[]): FileTools | undefined {
  const list = tools.find(
    ({ name, sourceType }) => name === "list_files" && sourceType === "agent",
  );
  if (!list) return undefined;
  const own = tools.filter(
    ({ sourceType, sourceId }) => sourceType === "agent" && sourceId === list.sourceId,
  );
  const named = new Map(own.map((tool) => [tool.name, tool]));
  return NEEDED.every((name) => named.has(name)) ? named : undefined;
}
