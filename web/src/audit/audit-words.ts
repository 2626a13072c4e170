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
import type { AuditType } from "../api/audit.ts";

/** The compiler asks for words for each type that the server has. */
const WORDS: Readonly<Record<AuditType, readonly [LucideIcon, string]>> = {
  "server.started": [Server, "The server started"],
  "server.failed": [Server, "The server ended by an error"],
  "backup.made": [Server, "A backup was made"],
  "session.created": [MessagesSquare, "A session was opened"],
  "session.erased": [MessagesSquare, "A session was erased"],
  "invocation.started": [CirclePlay, "A call began"],
  "invocation.ended": [CircleCheck, "A call ended"],
  "invocation.interrupted": [TriangleAlert, "A call was interrupted"],
  "invocation.reconciled": [TriangleAlert, "An interrupted call was settled"],
  "context.cancelled": [Ban, "A run of a skill was cancelled"],
  "policy.violated": [Ban, "Policy refused a call"],
  "approval.requested": [Hand, "Someone was asked"],
  "approval.answered": [Hand, "The question was answered"],
  "approval.expired": [Hand, "The question expired"],
  "approval.withdrawn": [Hand, "The question was withdrawn"],
  "grant.created": [Hand, "An answer was remembered"],
  "grant.revoked": [Hand, "A remembered answer was revoked"],
  "policy.changed": [Scale, "The rules changed"],
  "tool.changed": [Wrench, "A tool’s definition changed"],
  "agent.created": [Bot, "An agent was created"],
  "agent.changed": [Bot, "An agent was changed"],
  "agent.removed": [Bot, "An agent was removed"],
  "capability.created": [Wrench, "A capability was added"],
  "capability.changed": [Wrench, "A capability was changed"],
  "capability.removed": [Wrench, "A capability was removed"],
  "pack.added": [Package, "A pack was taken in"],
  "pack.changed": [Package, "A pack was changed"],
  "pack.removed": [Package, "A pack was removed"],
  "pack.enabled": [Package, "The tools of a pack were enabled"],
  "mcp_server.added": [Server, "An MCP server was added"],
  "mcp_server.removed": [Server, "An MCP server was removed"],
  "mcp_server.refused": [Server, "An MCP server was refused a model"],
  "halt.set": [OctagonPause, "Everything was stopped"],
  "halt.lifted": [OctagonPause, "Everything was let go on"],
  "spec.changed": [Snowflake, "The spec changed"],
  "spec.frozen": [Snowflake, "The spec was frozen"],
  "file.written": [FileText, "A person wrote a file"],
  "file.removed": [FileText, "A person removed a file"],
  "secret.set": [KeyRound, "A secret was set"],
  "secret.removed": [KeyRound, "A secret was removed"],
  "model.connected": [Bot, "A model was connected"],
  "model.disconnected": [Bot, "The model was disconnected"],
  "presence.asked": [KeyRound, "A code was written to a terminal"],
  "presence.proven": [KeyRound, "The owner proved to be present"],
  "presence.refused": [KeyRound, "A proof of presence was refused"],
  "token.created": [KeyRound, "A key was created"],
  "token.revoked": [KeyRound, "A key was revoked"],
  "erasures.signed": [Server, "Erasures are signed from here on"],
  "turn.poisoned": [TriangleAlert, "A turn was given up after several crashes"],
  "invocation.asked": [Hand, "A running call asked a question"],
  "invocation.answered": [Hand, "The question of a running call was answered"],
  "invocation.sampled": [Bot, "A running call asked a model"],
  "invocation.postponed": [CirclePlay, "A call waits for its source"],
  "access.changed": [KeyRound, "A capability was given or lost a folder or a host"],
  "capability.attached": [Wrench, "A capability was attached to a session"],
  "capability.detached": [Wrench, "A capability was detached from a session"],
  "extension.installed": [Package, "An extension was installed"],
  "extension.changed": [Package, "An extension was changed"],
  "extension.enabled": [Package, "An extension was enabled"],
  "extension.disabled": [Package, "An extension was disabled"],
  "extension.removed": [Package, "An extension was removed"],
  "folder.installed": [Package, "A folder was installed"],
  "folder.changed": [Package, "An installed folder was changed"],
  "folder.enabled": [Package, "An installed folder was enabled"],
  "folder.disabled": [Package, "An installed folder was disabled"],
  "folder.removed": [Package, "An installed folder was removed"],
  "folder.trusted": [Package, "A project was trusted"],
  "folder.tested": [Package, "A folder was tested"],
  "hub.installed": [Package, "A version from a hub was installed"],
  "hub.removed": [Package, "A capability from a hub was removed"],
  "hub.pinned": [KeyRound, "The key of a publisher was pinned"],
  "hub.unpinned": [KeyRound, "The key of a publisher was forgotten"],
  "hub.refused": [Ban, "A hub was refused"],
  "hub.withdrawn": [Ban, "A publisher withdrew a version"],
  "hub.reinstated": [Package, "A publisher gave a version back"],
  "hub.published": [Package, "A version was published"],
  "principal.created": [KeyRound, "A principal was created"],
  "principal.changed": [KeyRound, "A principal was changed"],
  "token.signed": [KeyRound, "The owner signed in on a device"],
};

export function auditWords(type: string): readonly [LucideIcon, string] {
  return Object.hasOwn(WORDS, type) ? WORDS[type as AuditType] : [CircleCheck, type];
}

/** All that changes what can be done, and by whom: one choice for "what changed?". */
export const CHANGES = "changes";

export const AUDIT_TYPES: readonly string[] = Object.keys(WORDS);

const CHANGED =
  /^(?:tool|agent|capability|pack|extension|folder|hub|mcp_server|access|policy\.changed|grant|halt|model|secret|token|principal)(?:\.|$)/;

/** As the server is asked for them. */
export function typesOf(wanted: string): string | undefined {
  if (wanted === CHANGES) return AUDIT_TYPES.filter((type) => CHANGED.test(type)).join();
  return wanted || undefined;
}
