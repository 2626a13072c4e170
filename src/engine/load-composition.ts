import type { Message } from "../schema/message.ts";
import type { Session } from "../schema/session.ts";
import { requireAgent } from "./agents.ts";
import type { RuntimeAgent } from "./compose.ts";
import { composeSession } from "./compose-session.ts";
import type { Engine } from "./engine.ts";

/** What a session's model meets, as agent, attachments and conversation are now (X16). */
export async function loadComposition(
  engine: Engine,
  session: Session,
  messages?: readonly Message[],
): Promise<RuntimeAgent> {
  return composeSession(engine, {
    agent: await requireAgent(engine, session.agentId),
    attachments: session.attachments,
    messages: messages ?? (await engine.conversations.load(session)),
  });
}
