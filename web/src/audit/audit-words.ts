import {
  Ban,
  Bot,
  CircleCheck,
  CirclePlay,
  FileText,
  Hand,
  KeyRound,
  type LucideIcon,
  MessagesSquare,
  OctagonPause,
  Package,
  Scale,
  Server,
  Snowflake,
  TriangleAlert,
  Wrench,
} from "lucide-react";

const WORDS = new Map<string, readonly [LucideIcon, string]>([
  ["server.started", [Server, "The server started"]],
  ["server.failed", [Server, "The server ended by an error"]],
  ["backup.made", [Server, "A backup was made"]],
  ["session.created", [MessagesSquare, "A session was opened"]],
  ["session.erased", [MessagesSquare, "A session was erased"]],
  ["invocation.started", [CirclePlay, "A call began"]],
  ["invocation.ended", [CircleCheck, "A call ended"]],
  ["invocation.interrupted", [TriangleAlert, "A call was interrupted"]],
  ["invocation.reconciled", [TriangleAlert, "An interrupted call was settled"]],
  ["context.cancelled", [Ban, "A run of a skill was cancelled"]],
  ["policy.violated", [Ban, "Policy refused a call"]],
  ["approval.requested", [Hand, "Someone was asked"]],
  ["approval.answered", [Hand, "The question was answered"]],
  ["approval.expired", [Hand, "The question expired"]],
  ["approval.withdrawn", [Hand, "The question was withdrawn"]],
  ["grant.created", [Hand, "An answer was remembered"]],
  ["grant.revoked", [Hand, "A remembered answer was revoked"]],
  ["policy.changed", [Scale, "The rules changed"]],
  ["tool.changed", [Wrench, "A tool’s definition changed"]],
  ["agent.created", [Bot, "An agent was created"]],
  ["agent.changed", [Bot, "An agent was changed"]],
  ["agent.removed", [Bot, "An agent was removed"]],
  ["capability.created", [Wrench, "A capability was added"]],
  ["capability.changed", [Wrench, "A capability was changed"]],
  ["capability.removed", [Wrench, "A capability was removed"]],
  ["pack.added", [Package, "A pack was taken in"]],
  ["pack.changed", [Package, "A pack was read again"]],
  ["pack.removed", [Package, "A pack was removed"]],
  ["pack.enabled", [Package, "The tools of a pack were enabled"]],
  ["mcp_server.added", [Server, "An MCP server was added"]],
  ["mcp_server.removed", [Server, "An MCP server was removed"]],
  ["mcp_server.refused", [Server, "An MCP server was refused a model"]],
  ["halt.set", [OctagonPause, "Everything was stopped"]],
  ["halt.lifted", [OctagonPause, "Everything was let go on"]],
  ["spec.changed", [Snowflake, "The spec changed"]],
  ["spec.frozen", [Snowflake, "The spec was frozen"]],
  ["file.written", [FileText, "A person wrote a file"]],
  ["file.removed", [FileText, "A person removed a file"]],
  ["secret.set", [KeyRound, "A secret was set"]],
  ["secret.removed", [KeyRound, "A secret was removed"]],
  ["model.connected", [Bot, "A model was connected"]],
  ["model.disconnected", [Bot, "The model was disconnected"]],
  ["presence.asked", [KeyRound, "A code was written to a terminal"]],
  ["presence.proven", [KeyRound, "The owner proved to be present"]],
  ["presence.refused", [KeyRound, "A proof of presence was refused"]],
  ["token.created", [KeyRound, "A key was created"]],
  ["token.revoked", [KeyRound, "A key was revoked"]],
]);

export function auditWords(type: string): readonly [LucideIcon, string] {
  return WORDS.get(type) ?? [CircleCheck, type];
}

/** All that changes what can be done, and by whom: one choice for "what changed?". */
export const CHANGES = "changes";

export const AUDIT_TYPES: readonly string[] = [...WORDS.keys()];

const CHANGED =
  /^(?:policy\.changed|(?:tool|agent|capability|pack|mcp_server|grant|halt|model|secret|token)\.)/;

/** As the server is asked for them. */
export function typesOf(wanted: string): string | undefined {
  if (wanted === CHANGES) return AUDIT_TYPES.filter((type) => CHANGED.test(type)).join();
  return wanted || undefined;
}
