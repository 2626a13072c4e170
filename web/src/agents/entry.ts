import type { AgentEntry } from "../api/agent.ts";
import type { JsonObject } from "../api/json.ts";

/** A capability on an agent, in parts: `id@range` comes apart at the last `@`. */
export type Entry = {
  readonly id: string;
  readonly range: string;
  readonly config: JsonObject;
  readonly aliases: Readonly<Record<string, string>> | undefined;
};

export function readEntry(entry: AgentEntry): Entry {
  const text = typeof entry === "string" ? entry : entry.id;
  const at = text.lastIndexOf("@");
  const [id, range] = at > 0 ? [text.slice(0, at), text.slice(at + 1)] : [text, ""];
  const { config = {}, aliases } = typeof entry === "string" ? {} : entry;
  return { id, range, config, aliases };
}

export function entryId(entry: AgentEntry): string {
  return readEntry(entry).id;
}

/** As short as it can be said. */
export function writeEntry({ id, range, config, aliases }: Entry): AgentEntry {
  const text = range === "" ? id : `${id}@${range}`;
  const hasConfig = Object.keys(config).length > 0;
  if (!hasConfig && !aliases) return text;
  return { id: text, ...(hasConfig && { config }), ...(aliases && { aliases }) };
}
