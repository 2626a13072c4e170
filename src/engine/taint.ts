import { type Clock, timestamp } from "../base/clock.ts";
import { foldGrowing } from "../base/fold-growing.ts";
import type { JsonObject } from "../base/json.ts";
import type { Catalog } from "../gate/catalog/catalog.ts";
import type { Gate } from "../gate/gate.ts";
import { stringsIn } from "../policy/facts/strings-in.ts";
import type { Message } from "../schema/message.ts";
import type { Session } from "../schema/session.ts";
import type { Tool } from "../schema/tool.ts";

/**
 * Whether a call would carry something out on a stranger's word: something from outside has come into
 * its session, and it goes to a host that no person has named there. A page may ask for it; only a
 * person may agree (A112).
 */
export function createTaint({ catalog }: { readonly catalog: Pick<Catalog, "getTool"> }) {
  return (
    tool: Tool,
    inputs: JsonObject,
    session: Pick<Session, "taintedAt"> | undefined,
    messages: readonly Message[],
  ): boolean => {
    if (!session || !reachesOut(tool)) return false;
    const hosts = hostsIn(inputs);
    if (hosts.size === 0) return false;
    const isMarked = session.taintedAt !== null || messages.some(broughtFiles);
    if (!isMarked && !messages.some((message) => cameFromOutside(catalog, message))) return false;
    const named = namedHosts(messages);
    return [...hosts].some((host) => !named.has(host));
  };
}

export function reachesOut({ sideEffectTags }: Pick<Tool, "sideEffectTags">): boolean {
  return sideEffectTags.some((tag) => tag.startsWith("network."));
}

/** Whether what a tool answers was written by somebody that nobody here knows. */
export function bringsFromOutside(tool: Pick<Tool, "sideEffectTags" | "trust">): boolean {
  return reachesOut(tool) || !["builtin", "local"].includes(tool.trust);
}

/** A document that a person hands over was written by somebody else. */
function broughtFiles({ role, parts = [] }: Message): boolean {
  return role === "user" && parts.some(({ type }) => type !== "text");
}

function cameFromOutside(catalog: Pick<Catalog, "getTool">, { role, toolId }: Message): boolean {
  if (role !== "tool" || toolId === undefined) return false;
  const tool = catalog.getTool(toolId);
  // Of a tool that is gone nobody knows any more what it brought.
  return tool === undefined || bringsFromOutside(tool);
}

const WITHIN_TEXT = /(?:^|[a-z][a-z0-9+.-]*:)[/\\]{2}([^\s/?#"'`<>|\\]{1,255})/gi;

function hostsIn(inputs: JsonObject): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const { text, roles } of stringsIn(inputs)) {
    const found = [...text.matchAll(WITHIN_TEXT)].map(([, authority = ""]) => authority);
    if (roles.has("host") && found.length === 0) found.push(text);
    for (const authority of found) {
      const host = hostOf(authority);
      if (host) hosts.add(host);
    }
  }
  return hosts;
}

/** Names of hosts as people type them: whole, with or without a scheme. */
const NAMED =
  /(?<![\p{L}\d@.-])(?:(?:[\p{L}\d][\p{L}\d-]{0,62}\.){1,10}[\p{L}\d-]{1,63}|localhost|\[[\da-f:.]{2,45}\])(?::\d{1,5})?(?!\.?[\p{L}\d-])/giu;

/** What people have typed themselves; the name of a file is not what they say. */
const namedHosts = foldGrowing<Message, ReadonlySet<string>>({
  start: () => new Set(),
  add(named, { role, content, parts }) {
    if (role !== "user") return named;
    const typed = parts?.flatMap((part) => (part.type === "text" ? part.text : [])) ?? [content];
    const found = typed.flatMap((text) => [...text.matchAll(NAMED)].map(([name]) => hostOf(name)));
    return found.length === 0 ? named : new Set([...named, ...found.filter(Boolean)]);
  },
});

function hostOf(authority: string): string {
  const host = URL.parse(`http://${authority.split("@").at(-1)}`)?.host ?? "";
  return host.toLowerCase().replace(/\.(?=:|$)/, "");
}

/** A session into which something from outside has come says so from then on, in a turn or not. */
export function markTaint({ clock }: { readonly clock: Clock }): Gate["onResult"] {
  return ({ tool, invocation: { sessionId, dryRun } }) => {
    if (sessionId === null || dryRun || !bringsFromOutside(tool)) return [];
    return [{ type: "session.taint", sessionId, at: timestamp(clock.now()) }];
  };
}
