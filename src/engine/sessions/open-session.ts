import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { sessionAudit } from "../../gate/audit/system-audit.ts";
import { sessionEvent } from "../../gate/entries.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Mode } from "../../schema/mode.ts";
import { isAtLeastAsStrict, type Profile } from "../../schema/profile.ts";
import type { Session } from "../../schema/session.ts";
import type { Engine } from "../engine.ts";
import { requireAgent } from "./agents.ts";
import { defaultAgent } from "./default-agent.ts";

export type NewSession = {
  readonly agentId?: string | undefined;
  readonly title?: string | undefined;
  readonly profile?: Profile | undefined;
  readonly mode?: Mode | undefined;
};

export async function openSession(
  engine: Engine,
  wanted: NewSession,
  actor: Actor,
): Promise<Session> {
  const { gate } = engine;
  const { agentId } = wanted;
  const agent =
    agentId === undefined ? await defaultAgent(engine) : await requireAgent(engine, agentId);
  const profile = wanted.profile ?? gate.policy.profile;
  if (!isAtLeastAsStrict(profile, gate.policy.profile) && !actor.scopes.includes("admin")) {
    const message = `Profile "${profile}" is looser than the owner's "${gate.policy.profile}": it needs an admin.`;
    throw new CapstanError("PROFILE_TOO_LOOSE", message, { details: { field: "profile" } });
  }
  const now = timestamp(gate.clock.now());
  const session: Session = {
    id: gate.newId("session"),
    agentId: agent.id,
    title: wanted.title ?? "",
    state: "pending",
    turn: 0,
    lastTurn: 0,
    version: 1,
    mode: wanted.mode ?? "execution",
    profile,
    inputRequest: null,
    error: null,
    createdBy: actor.id,
    creatorScopes: actor.scopes,
    spec: null,
    attachments: [],
    taintedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await gate.store.journal.commit("session.open", [
    { type: "session.add", session },
    sessionEvent(gate, session.id, 0, "session.created", { agent_id: agent.id }),
    sessionAudit(gate, session.id, "session.created", actor.id, {
      agent_id: agent.id,
      profile,
      mode: session.mode,
    }),
  ]);
  return session;
}
