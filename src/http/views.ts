import * as z from "zod";
import { sessionToken } from "../engine/resume-session.ts";
import { Agent } from "../schema/agent.ts";
import { Approval } from "../schema/approval.ts";
import { AuditRecord } from "../schema/audit-record.ts";
import { Capability } from "../schema/capability.ts";
import { SessionEvent } from "../schema/event.ts";
import { Message } from "../schema/message.ts";
import { Outcome } from "../schema/outcome.ts";
import { Session } from "../schema/session.ts";
import { Tool } from "../schema/tool.ts";

/** What outsiders see of each noun; field names become snake_case on the wire. */
export const ToolView = Tool;
export const OutcomeView = Outcome;
export const EventView = SessionEvent;
export const AuditView = AuditRecord;
export const AgentView = Agent;
export const CapabilityView = Capability;
export const MessageView = Message.omit({ position: true });
export const ApprovalView = Approval.omit({ binding: true });
export const SessionView = Session.omit({ lastTurn: true, createdBy: true }).extend({
  resumeToken: z.string(),
  packs: z.array(z.string()),
  spec: z.null(),
});

export function viewSession(session: Session): z.infer<typeof SessionView> {
  return { ...session, resumeToken: sessionToken(session), packs: [], spec: null };
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item).readonly(), total: z.int() });
}
