import type { JsonObject } from "../../base/json.ts";

/** The areas of the API, in the order in which somebody new needs them. */
export const AREAS: ReadonlyMap<string, string> = new Map([
  ["add", "One way to add a folder, a zip, an MCP server or a capability."],
  ["sessions", "Conversations with an agent: messages, what happened, files."],
  ["intents", "Tasks in plain words: planned, checked, shown, done and reported."],
  ["approvals", "Calls that wait for a person: run or deny them."],
  ["agents", "Who works: a system prompt, a model and capabilities."],
  ["capabilities", "What agents can be given, and how to add your own."],
  ["refused-folders", "Folders that were found and could not be installed, and why."],
  ["mcp-servers", "Programs and addresses whose tools agents can be given."],
  ["found-mcp-servers", "MCP servers that a trusted project asks for, until an admin adds them."],
  ["mcp", "The catalog as an MCP server, for every program that speaks the protocol."],
  ["mcp-clients", "Programs that are connected by MCP."],
  ["packs", "Folders of knowledge and tools that sessions are given."],
  ["extensions", "Folders of commands: each is a tool that runs in the sandbox."],
  [
    "hub",
    "Capabilities of others: found, verified, installed when a person says Run, and updated.",
  ],
  [".well-known", "This server's own hub, as static files."],
  ["skills", "Folders of code that may ask, pause and go on: each run has a context."],
  ["tools", "Single tools, called directly. Every call goes through policy."],
  ["contexts", "What a skill or an agent remembers from call to call."],
  ["access", "Folders and hosts that are open to capabilities, and who opened them."],
  ["grants", "Answers that were remembered: the next call does not ask."],
  ["policy", "Which calls run, which ask first and which never run."],
  ["halt", "Stop everything, and let it go on."],
  ["audit", "The record of every call, and proof that it was not changed."],
  ["sandbox", "What isolates programs on this machine, and whether it holds."],
  ["overview", "What the server has done, in figures."],
  ["usage", "Tokens and cost."],
  ["metrics", "The same figures for a monitoring system."],
  ["model", "The model that answers where an agent names none."],
  ["settings", "What this server runs with, and where to change it."],
  ["secrets", "Values that tools may use, and that cannot be read back."],
  ["principals", "The people and programs that keys belong to."],
  ["me", "The principal of the key that a request is made with."],
  ["tokens", "Who may call this API, and what they may do."],
  ["admin", "Short-lived keys in place of the admin key."],
  ["backup", "A copy of the database."],
  ["sign-in", "How a browser gets its key."],
  ["presence", "How a person at a terminal of the server becomes the admin for 15 minutes."],
  ["healthz", "For whoever starts the server: is it alive?"],
  ["readyz", "For whoever sends it requests: does it take them?"],
]);

const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ["digest", "The digest of the preview. With another one, nothing is added."],
  ["preview", "Whether only to say what it is. Nothing is added."],
  ["limit", "How many at most. More than 2,000 counts as 2,000."],
  ["offset", "How many to skip."],
  ["wait_ms", "How long to wait for the turn to end or to ask. More than 60,000 counts as 60,000."],
  ["session_id", "Only those of this session."],
  ["invocation_id", "Only those of this call."],
  ["actor", "Only what this person or program did, by id or by name."],
  ["message_id", "The id that the call was made with."],
  ["type", "Only records of these types, separated by commas."],
  ["state", "Only those in this state."],
  ["kind", "Only these kinds, separated by commas."],
  ["status", "Only those with one of these, separated by commas."],
  ["source_type", "Only tools from these kinds of source, separated by commas."],
  ["source_types", "Another spelling of `source_type`."],
  ["risk_max", "Only tools up to this risk level."],
  ["risk_level_max", "Another spelling of `risk_max`."],
  ["exclude_side_effects", "No tools with one of these side effects, separated by commas."],
  ["enabled_only", "Leave out tools that are not enabled."],
  ["search", "Only those in which this text occurs."],
  ["list", "List what is in the folder."],
  ["recursive", "Also what is in its folders."],
  ["hours", "How many hours back."],
  ["name", "Its name."],
  ["pack_id", "The id of the pack."],
  ["publisher", "The name of the publisher."],
  ["q", "Words to look for; without any, everything."],
  ["skill", "Only those in which this skill runs."],
]);

/** What a parameter is for, in a sentence. */
export function wordsFor(
  name: string,
  place: "path" | "query",
  schema: JsonObject,
  area: string,
): string {
  if (name === "path") return "A path in the session's files, such as `/outputs/report.csv`.";
  if (name === "tool_id") return place === "path" ? "The id of the tool." : "Only this tool's.";
  if (name === "id") return `The id of the ${area.replace(/ies$/, "y").replace(/s$/, "")}.`;
  if (name !== "since") return PARAMETERS.get(name) ?? "";
  if (schema.type === "integer") return "Only events after this sequence number.";
  return "Only what happened after this time.";
}
