import type { McpAccess } from "../mcp-client.ts";

export const NO_MCP_ACCESS: McpAccess = { paths: [], hosts: [] };

export function isSameAccess(one: McpAccess, other: McpAccess): boolean {
  return one === other || (isWithin(one, other) && isWithin(other, one));
}

/** Whether the second has everything of the first: the same folders, as writable as before. */
export function isWithin(one: McpAccess, other: McpAccess): boolean {
  const all = new Set([...other.paths.map(textOf), ...other.hosts]);
  return [...one.paths.map(textOf), ...one.hosts].every((text) => all.has(text));
}

function textOf({ root, verbs, identity }: McpAccess["paths"][number]): string {
  return JSON.stringify([root, [...verbs].sort(), identity?.device, identity?.inode]);
}
