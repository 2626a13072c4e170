import * as z from "zod";
import { ToolId } from "./tool.ts";

export const AuditType = z.enum([
  "server.started",
  "session.created",
  "session.erased",
  "erasures.signed",
  "invocation.started",
  "invocation.ended",
  "invocation.asked",
  "invocation.answered",
  "invocation.interrupted",
  "invocation.reconciled",
  "invocation.postponed",
  "policy.violated",
  "approval.requested",
  "approval.answered",
  "approval.expired",
  "approval.withdrawn",
  "grant.created",
  "grant.revoked",
  "access.changed",
  "policy.changed",
  "tool.changed",
  "agent.created",
  "agent.changed",
  "agent.removed",
  "capability.created",
  "capability.changed",
  "capability.removed",
  "capability.attached",
  "capability.detached",
  "mcp_server.added",
  "mcp_server.removed",
  "pack.added",
  "pack.changed",
  "pack.removed",
  "pack.enabled",
  "extension.installed",
  "extension.changed",
  "extension.enabled",
  "extension.disabled",
  "extension.removed",
  "folder.installed",
  "folder.changed",
  "folder.enabled",
  "folder.disabled",
  "folder.removed",
  "folder.trusted",
  "folder.tested",
  "backup.made",
  "halt.set",
  "halt.lifted",
  "spec.changed",
  "spec.frozen",
  "file.written",
  "file.removed",
  "secret.set",
  "secret.removed",
  "token.created",
  "token.revoked",
  "token.signed",
]);
export type AuditType = z.infer<typeof AuditType>;

/** What a writer states; the store adds the place in the stream and the hash. */
export const AuditEntry = z.strictObject({
  id: z.string(),
  /** The session's id for everything about a session; otherwise an actor's day, or `system`. */
  stream: z.string(),
  ts: z.string(),
  type: AuditType,
  actor: z.string(),
  sessionId: z.string().nullable(),
  invocationId: z.string().nullable(),
  toolId: ToolId.nullable(),
  data: z.record(z.string(), z.json()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditRecord = AuditEntry.extend({
  sequence: z.int(),
  hash: z.string(),
  /** Its data was erased with its session; the chain still holds. */
  erased: z.literal(true).optional(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;
