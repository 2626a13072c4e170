import { timestamp } from "../../../base/clock.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Context } from "../../../schema/context.ts";
import { type Delegation, isOpen } from "../../../schema/delegation.ts";
import { isResumable } from "../../../schema/task-state.ts";
import type { Change } from "../../../stores/journal.ts";
import { endRun, withdrawTurns } from "../contexts/end-run.ts";
import { runOf } from "../contexts/memory.ts";
import { deliver } from "./deliver.ts";
import { runChild } from "./run-child.ts";

/**
 * The next step of one delegation, derived from what is stored: a process that dies at any moment has
 * left the next one all it needs. Answers whether there may be more to do at once.
 */
export async function advance(engine: Engine, id: string): Promise<boolean> {
  const { store } = engine.gate;
  const found = await store.delegations.get(id);
  if (!found || !isOpen(found)) return false;
  const parent = await store.contexts.get(found.parentContext);
  if (!parent || !waitsFor(parent, id)) {
    await drop(engine, found);
    return false;
  }
  if (found.state === "asked") return false;
  const row = await take(engine, found);
  return row.state === "open" ? runChild(engine, row, parent) : deliver(engine, row, parent);
}

function waitsFor(parent: Context, id: string): boolean {
  return isResumable(parent.state) && runOf(parent).delegation === id;
}

/** Its parent is over: so is a child that waits. One that runs now ends its turn first. */
async function drop(engine: Engine, row: Delegation): Promise<void> {
  const { gate } = engine;
  if (await gate.store.invocations.turnOf(row.id)) return;
  const child = await gate.store.contexts.get(row.id);
  const message = "Cancelled: the run that handed over to it is over.";
  const changes =
    child && isResumable(child.state)
      ? (await endRun(gate, child, { actor: row.actor, message })).changes
      : await withdrawTurns(gate, row, row.actor);
  await put(engine, row, { state: "dropped", result: null }, changes);
}

/** Only one process is at it; who loses leaves it. */
async function take(engine: Engine, row: Delegation): Promise<Delegation> {
  const { owner } = engine.gate;
  return row.owner === owner ? row : put(engine, row, { owner });
}

async function put(
  { gate }: Engine,
  row: Delegation,
  change: Partial<Delegation>,
  also: readonly Change[] = [],
): Promise<Delegation> {
  const updatedAt = timestamp(gate.clock.now());
  const delegation = { ...row, ...change, version: row.version + 1, updatedAt };
  await gate.store.journal.commit("delegation.put", [
    ...also,
    { type: "delegation.put", delegation, expect: row.version },
  ]);
  return delegation;
}
