import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { sessionAudit } from "../../gate/audit/system-audit.ts";
import { sessionEvent } from "../../gate/entries.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Session } from "../../schema/session.ts";
import { composeSession } from "../composition/compose-session.ts";
import type { Engine } from "../engine.ts";
import { requireAgent } from "./agents.ts";

export const MAX_ATTACHED = 50;

/** Gives one session a capability beside those of its agent. What cannot be composed is refused here. */
export async function attachCapability(
  engine: Engine,
  session: Session,
  capabilityId: string,
  actor: Actor,
): Promise<Session> {
  const { attachments } = session;
  if (attachments.some((it) => it.capabilityId === capabilityId)) return session;
  if (attachments.length >= MAX_ATTACHED) {
    const message = `A session has at most ${MAX_ATTACHED} capabilities of its own. Detach one first.`;
    throw new CapstanError("CAPABILITY_INVALID", message, {
      details: { capability_id: capabilityId },
    });
  }
  const attachedAt = timestamp(engine.gate.clock.now());
  const next = [...attachments, { capabilityId, attachedBy: actor.id, attachedAt }];
  await composeSession(engine, {
    agent: await requireAgent(engine, session.agentId),
    attachments: next,
    messages: await engine.conversations.load(session),
  });
  return put(engine, session, next, "capability.attached", capabilityId, actor);
}

export async function detachCapability(
  engine: Engine,
  session: Session,
  capabilityId: string,
  actor: Actor,
): Promise<Session> {
  const next = session.attachments.filter((it) => it.capabilityId !== capabilityId);
  if (next.length === session.attachments.length) return session;
  return put(engine, session, next, "capability.detached", capabilityId, actor);
}

async function put(
  { gate }: Engine,
  session: Session,
  attachments: Session["attachments"],
  type: "capability.attached" | "capability.detached",
  capabilityId: string,
  actor: Actor,
): Promise<Session> {
  const data = { capability_id: capabilityId };
  await gate.store.journal.commit(type, [
    { type: "attachments.put", sessionId: session.id, attachments, expect: session.attachments },
    sessionEvent(gate, session.id, session.turn, type, data),
    sessionAudit(gate, session.id, type, actor.id, data),
  ]);
  return { ...session, attachments };
}
