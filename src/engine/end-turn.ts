import { CapstanError, ERROR_CODES } from "../base/errors.ts";
import { sessionEvent } from "../gate/entries.ts";
import type { InputRequest } from "../schema/input-request.ts";
import type { Session, SessionError } from "../schema/session.ts";
import type { Change } from "../stores/journal.ts";
import type { Engine } from "./engine.ts";
import { inputRequestWire } from "./sessions/input-request-wire.ts";
import { moveSession } from "./sessions/move-session.ts";

/** The turn stops until a person answers; the session says what it waits for. */
export async function waitTurn(
  engine: Engine,
  session: Session,
  inputRequest: InputRequest,
): Promise<Session> {
  const { gate } = engine;
  const waiting = moveSession(engine, session, { state: "input_required", inputRequest });
  await gate.store.journal.commit("turn.wait", [
    waiting.change,
    sessionEvent(gate, session.id, session.turn, "turn.waiting", {
      input_request: inputRequestWire(inputRequest),
    }),
  ]);
  return waiting.session;
}

export async function endTurn(
  engine: Engine,
  session: Session,
  state: "escalated" | "failed",
  error: CapstanError = stepLimit(engine),
  records: readonly Change[] = [],
): Promise<Session> {
  const { gate } = engine;
  const ended = moveSession(engine, session, { state, error: errorOf(error) });
  await gate.store.journal.commit("turn.fail", [
    ended.change,
    sessionEvent(gate, session.id, session.turn, "turn.failed", {
      state,
      error: { code: error.code, message: error.message },
    }),
    ...records,
  ]);
  return ended.session;
}

function errorOf({ code, message }: CapstanError): SessionError {
  return { code, message, retryable: ERROR_CODES[code].retryable };
}

function stepLimit({ limits }: Engine): CapstanError {
  const message = `The turn used all of its ${limits.stepsPerTurn} steps.`;
  return new CapstanError("STEP_LIMIT_REACHED", message);
}
