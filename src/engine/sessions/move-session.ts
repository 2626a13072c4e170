import { timestamp } from "../../base/clock.ts";
import type { Session } from "../../schema/session.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";

type Move = Partial<Pick<Session, "state" | "turn" | "inputRequest" | "title" | "error">>;

/** One transition: everything it needs to be refused if someone else moved the session first. */
export function moveSession(
  { gate }: Pick<Engine, "gate">,
  session: Session,
  to: Move,
): { readonly change: Change; readonly session: Session } {
  const moved: Session = {
    ...session,
    inputRequest: null,
    error: null,
    ...to,
    version: session.version + 1,
    updatedAt: timestamp(gate.clock.now()),
  };
  return {
    session: moved,
    change: { type: "session.move", session: moved, expect: session.version },
  };
}
