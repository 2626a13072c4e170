import { createDeadlines } from "../base/deadlines.ts";
import { isConflict } from "../base/errors.ts";
import type { Change, Durability, Journal, StepName } from "../stores/journal.ts";
import type { Engine } from "./engine.ts";

const deadlines = createDeadlines(10);

/** The engine as one turn sees it. */
export type TurnEngine = Engine & {
  /** Stores these with the next commit of the turn, before anything that builds on them. */
  hold(changes: readonly Change[]): Promise<void>;
};

/**
 * A reply with calls is stored together with what becomes of its first call: most calls take less
 * time than a commit does. Until then nothing has happened, so that a crash costs one more question
 * to the model and nothing else. Behind a slow call the reply does not wait.
 */
export function holdReplies(engine: Engine): { turn: TurnEngine; storeHeld(): Promise<void> } {
  const { journal } = engine.gate.store;
  const { holdReplyMs } = engine.limits;
  let held: readonly Change[] = [];
  let callOff = () => {};
  /** Settles when the newest commit no longer holds up the next one; it never rejects. */
  let tail = Promise.resolve();

  /** Waits for every commit that came before. The next one waits until `leave` is called. */
  async function enter(): Promise<() => void> {
    const before = tail;
    const { promise, resolve: leave } = Promise.withResolvers<void>();
    tail = promise;
    await before;
    return leave;
  }

  async function carry(
    step: StepName,
    changes: readonly Change[],
    durable?: Durability,
  ): Promise<void> {
    callOff();
    try {
      await journal.commit(step, [...held, ...changes], durable);
      held = [];
    } catch (error) {
      if (isConflict(error)) await recordOnly(step, changes);
      throw error;
    }
  }

  /** The turn was ended meanwhile, and the reply is refused with it; but its call has run. */
  async function recordOnly(step: StepName, changes: readonly Change[]): Promise<void> {
    if (step !== "call.record") return;
    const records = changes.filter(({ type }) => type === "audit.add" || type === "event.add");
    await journal.commit(step, records);
  }

  const commit: Journal["commit"] = async (step, changes, durable) => {
    const leave = await enter();
    try {
      // Calls that run together: none is recorded before the reply that made them.
      if (held.length > 0) return await carry(step, changes, durable);
    } finally {
      leave();
    }
    return journal.commit(step, changes, durable);
  };

  async function storeHeld(): Promise<void> {
    const leave = await enter();
    try {
      if (held.length > 0) await carry("turn.reply", [], "later");
    } catch {
      // The turn was ended by another process: the reply belongs to nothing.
    } finally {
      leave();
    }
  }

  return {
    turn: {
      ...engine,
      gate: { ...engine.gate, store: { ...engine.gate.store, journal: { ...journal, commit } } },
      async hold(changes) {
        held = changes;
        if (holdReplyMs === 0) await commit("turn.reply", [], "later");
        else callOff = deadlines.after(holdReplyMs, storeHeld);
      },
    },
    storeHeld,
  };
}
