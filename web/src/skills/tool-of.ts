import type { Skill } from "../api/skill.ts";
import type { Tool } from "../api/tool.ts";

/** What a skill is called in its addresses and in the id of its tool. */
export function slugOf({ capability_id }: Pick<Skill, "capability_id">): string {
  return capability_id.slice(capability_id.indexOf(":") + 1);
}

export function toolIdOf(slug: string): string {
  return `skill:${slug}:run`;
}

/** The tool that runs a skill: it has its inputs, and says whether it is enabled and trusted. */
export function toolOf(tools: readonly Tool[] | undefined, slug: string): Tool | undefined {
  const id = toolIdOf(slug);
  return tools?.find(({ tool_id }) => tool_id === id);
}
