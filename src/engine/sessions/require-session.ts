import { CapstanError } from "../../base/errors.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Session } from "../../schema/session.ts";

export async function requireSession({ store }: Pick<Gate, "store">, id: string): Promise<Session> {
  const session = await store.sessions.get(id);
  if (session) return session;
  throw sessionNotFound(id);
}

export function sessionNotFound(id: string): CapstanError {
  return new CapstanError("SESSION_NOT_FOUND", `No session "${id}".`, {
    details: { session_id: id },
  });
}
