import type { JsonValue } from "../base/json.ts";
import { isJsonObject } from "../base/json.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Message } from "../schema/message.ts";
import type { Tool } from "../schema/tool.ts";

/**
 * Whether a call would carry something out on a stranger's word: the session has read text from
 * outside, and this goes to a host that the person has not named. A page may ask for it; only a
 * person may agree (A112).
 */
export function createTaint({ catalog }: { readonly catalog: Pick<Catalog, "getTool"> }) {
  return (tool: Tool, inputs: JsonValue, messages: readonly Message[]): boolean => {
    if (!reachesOut(tool)) return false;
    const hosts = hostsIn(inputs);
    if (hosts.length === 0) return false;
    if (!messages.some((message) => cameFromOutside(catalog, message))) return false;
    const said = messages
      .filter(({ role }) => role === "user")
      .map(({ content }) => content.toLowerCase())
      .join("\n");
    return hosts.some((host) => !said.includes(host));
  };
}

export function reachesOut({ sideEffectTags }: Pick<Tool, "sideEffectTags">): boolean {
  return sideEffectTags.some((tag) => tag.startsWith("network."));
}

function cameFromOutside(catalog: Pick<Catalog, "getTool">, { role, toolId }: Message): boolean {
  if (role !== "tool" || toolId === undefined) return false;
  const tool = catalog.getTool(toolId);
  // Of a tool that is gone nobody knows any more what it brought.
  return tool === undefined || reachesOut(tool) || !["builtin", "local"].includes(tool.trust);
}

const ADDRESS = /\bhttps?:\/\/([^\s/?#"'<>\\]{1,255})/gi;

function hostsIn(value: JsonValue): string[] {
  if (typeof value === "string") {
    return [...value.matchAll(ADDRESS)].map(([, authority = ""]) =>
      (authority.split("@").at(-1) ?? "").toLowerCase(),
    );
  }
  if (Array.isArray(value)) return value.flatMap(hostsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(hostsIn) : [];
}
