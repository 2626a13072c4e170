import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Halt } from "../../schema/halt.ts";
import type { Engine } from "../engine.ts";

/**
 * Nothing new starts and what runs is ended, until it is lifted; also after a restart. Turns stay
 * where they are and go on afterwards. A second halt changes nothing about the first.
 */
export async function setHalt(engine: Engine, reason: string, actor: Actor): Promise<Halt> {
  const { gate } = engine;
  return retryConflicts(async () => {
    const standing = await catchUp(engine);
    if (standing) return standing;
    const halt: Halt = { by: actor.id, reason, since: timestamp(gate.clock.now()) };
    await gate.store.journal.commit("halt.set", [
      { type: "halt.set", halt },
      systemAudit(gate, "halt.set", actor.id, { reason }),
    ]);
    gate.halt.set(halt);
    endTurns(engine);
    return halt;
  });
}

export async function liftHalt(engine: Engine, actor: Actor): Promise<void> {
  const { gate } = engine;
  await retryConflicts(async () => {
    const standing = await catchUp(engine);
    if (!standing) return;
    await gate.store.journal.commit("halt.lift", [
      { type: "halt.lift" },
      systemAudit(gate, "halt.lifted", actor.id, { since: standing.since }),
    ]);
    gate.halt.lift();
  });
  for (const sessionId of await gate.store.sessions.listUnfinished()) engine.queue.push(sessionId);
}

/** Another process may have set or lifted one: what is stored counts, not what this one has heard. */
async function catchUp(engine: Engine): Promise<Halt | undefined> {
  const { halt, store } = engine.gate;
  const before = halt.current();
  halt.follow(await store.system.halt());
  const now = halt.current();
  if (now && !before) endTurns(engine);
  return now;
}

/** A turn may notice after the halt was lifted: it still learns that nobody cancelled it. */
function endTurns({ turns }: Engine): void {
  const reason = new CapstanError("HALTED", "A person stopped everything.");
  for (const turn of turns.values()) turn.abort(reason);
}
