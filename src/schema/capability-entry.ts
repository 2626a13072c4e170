import type { AgentCapability } from "./agent.ts";

/** An entry of an agent's list, read: the range says which versions will do (E69, X25). */
export type CapabilityEntry = {
  readonly id: string;
  readonly range: string | null;
  readonly config: Extract<AgentCapability, object>["config"];
  readonly aliases: Readonly<Record<string, string>>;
};

/** Ids may hold an "@" of their own, in front of a scope: "mcp:@scope/server". */
const WITH_RANGE = /^(?<id>.*[^:])@(?<range>[^@:/]+)$/s;

export function readEntry(entry: AgentCapability): CapabilityEntry {
  const {
    id: text,
    config,
    aliases = {},
  }: Extract<AgentCapability, object> = typeof entry === "string" ? { id: entry } : entry;
  const { id = text, range = null } = WITH_RANGE.exec(text)?.groups ?? {};
  return { id, range, config, aliases };
}
