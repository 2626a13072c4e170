import { attachedCapabilities } from "../../schema/attachment.ts";
import type { Message } from "../../schema/message.ts";
import type { Session } from "../../schema/session.ts";
import type { Engine } from "../engine.ts";
import { requireAgent } from "../sessions/agents.ts";
import type { RuntimeAgent } from "./compose.ts";
import { composeSession } from "./compose-session.ts";

/** What a session's model meets, as agent, attachments and conversation are now (X16). */
export async function loadComposition(
  engine: Engine,
  session: Session,
  messages?: readonly Message[],
): Promise<RuntimeAgent> {
  return composeSession(engine, {
    agent: await requireAgent(engine, session.agentId),
    attachments: await attachmentsOf(engine, session),
    messages: messages ?? (await engine.conversations.load(session)),
  });
}

/** A turn holds its session as it began. Attachments that are no capabilities may change meanwhile. */
async function attachmentsOf(
  { gate }: Engine,
  { id, attachments }: Session,
): Promise<Session["attachments"]> {
  if (attachedCapabilities(attachments).length === attachments.length) return attachments;
  return (await gate.store.sessions.get(id))?.attachments ?? attachments;
}
