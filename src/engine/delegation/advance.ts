import { timestamp } from "../../ports/clock.ts";
import { runOf } from "../../runtime/contexts/memory.ts";
import type { Context } from "../../schema/context.ts";
import type { Delegation } from "../../schema/delegation.ts";
import { isResumable } from "../../schema/task-state.ts";
import type { Engine } from "../engine.ts";
import { deliver } from "./deliver.ts";
import { runChild } from "./run-child.ts";

/**
 * The next step of one delegation, derived from what is stored: a process that dies at any moment has
 * left the next one all it needs. Answers whether there may be more to do at once.
 */
export async function advance(engine: Engine, id: string): Promise<boolean> {
  const { store } = engine.gate;
  const found = await store.delegations.get(id);
  if (!found || found.state === "delivered" || found.state === "dropped") return false;
  const parent = await store.contexts.get(found.parentContext);
  if (!parent || !waitsFor(parent, id)) {
    await put(engine, found, { state: "dropped", result: null });
    return false;
  }
  if (found.state === "asked") return false;
  const row = await take(engine, found);
  return row.state === "open" ? runChild(engine, row, parent) : deliver(engine, row, parent);
}

function waitsFor(parent: Context, id: string): boolean {
  return isResumable(parent.state) && runOf(parent).delegation === id;
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
): Promise<Delegation> {
  const updatedAt = timestamp(gate.clock.now());
  const delegation = { ...row, ...change, version: row.version + 1, updatedAt };
  await gate.store.journal.commit("delegation.put", [
    { type: "delegation.put", delegation, expect: row.version },
  ]);
  return delegation;
}
