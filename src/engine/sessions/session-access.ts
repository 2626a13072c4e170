import { CapstanError } from "../../base/errors.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Actor } from "../../schema/actor.ts";
import { isAtLeastAsStrict } from "../../schema/profile.ts";
import type { Session } from "../../schema/session.ts";
import { requireSession, sessionNotFound } from "./require-session.ts";

/** Whose sessions a list shows: all to who answers approvals, to anyone else their own. */
export function visibleCreator({ id, scopes }: Actor): string | undefined {
  return scopes.includes("approve") || scopes.includes("admin") ? undefined : id;
}

/** A session that this actor may look at; to others it does not exist. */
export async function readableSession(
  gate: Pick<Gate, "store">,
  id: string,
  actor: Actor,
): Promise<Session> {
  const session = await requireSession(gate, id);
  const creator = visibleCreator(actor);
  if (creator === undefined || creator === session.createdBy) return session;
  throw sessionNotFound(id);
}

/**
 * A session that this actor may make act. What acts in a session acts under its profile: one that an
 * admin made looser than the owner's is no way around the gate for anyone else.
 */
export async function usableSession(
  gate: Pick<Gate, "store" | "policy">,
  id: string,
  actor: Actor,
): Promise<Session> {
  const session = await readableSession(gate, id, actor);
  const own = session.createdBy === actor.id || actor.scopes.includes("admin");
  if (own || isAtLeastAsStrict(session.profile, gate.policy.profile)) return session;
  const message = `This session's profile "${session.profile}" is looser than the owner's: using it needs an admin.`;
  throw new CapstanError("PROFILE_TOO_LOOSE", message);
}
