import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { Session } from "../../schema/session.ts";
import type { Engine } from "../engine.ts";
import { moveSession } from "./move-session.ts";
import { requireSession } from "./require-session.ts";

export async function titleSession(engine: Engine, id: string, title: string): Promise<Session> {
  return retryConflicts(async () => {
    const session = await requireSession(engine.gate, id);
    const { state, turn, inputRequest } = session;
    const titled = moveSession(engine, session, { state, turn, inputRequest, title });
    await engine.gate.store.journal.commit("session.title", [titled.change]);
    return titled.session;
  });
}
