import { isTerminal } from "../schema/task-state.ts";
import type { Engine } from "./engine.ts";

/** What happens to a session while one of its turns runs here. */
export type Watch = {
  /** This turn runs from now on. */
  started(turn: number): void;
  /** True when the session was moved since this was last asked. */
  takeMoved(): boolean;
  end(): void;
};

/**
 * Whoever moves the session says so: a turn need not look after each of its steps. Who cancels may do
 * so in another process: what is stored ends what runs here.
 */
export function watchSession(
  { gate, signals, isShared, report }: Engine,
  sessionId: string,
  abort: AbortController,
): Watch {
  let running: number | undefined;
  let hasMoved = false;
  let isWatched = true;

  async function look(): Promise<void> {
    const session = await gate.store.sessions.get(sessionId);
    if (!session || !isTerminal(session.state)) return;
    // Another that waits is about to begin, unless it is this one that has ended.
    if (session.turn === running || session.turn === session.lastTurn) abort.abort();
  }

  const unsubscribe = signals.subscribe(sessionId, (happened) => {
    if (happened !== "state_changed") return;
    hasMoved = true;
    // Most often it is the end of this very turn: then nobody needs to look.
    if (isShared) setImmediate(() => isWatched && look().catch(report));
  });
  return {
    started(turn) {
      running = turn;
    },
    takeMoved() {
      const moved = hasMoved;
      hasMoved = false;
      return moved;
    },
    end() {
      isWatched = false;
      unsubscribe();
    },
  };
}
