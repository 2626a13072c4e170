import type { Engine } from "../engine/engine.ts";
import { timestamp } from "../ports/clock.ts";

const HOUR_MS = 3_600_000;

/** Takes away what nobody can reach any more: expired facts, and contents that no file has. */
export async function tidy({ gate: { store, clock } }: Engine): Promise<void> {
  const now = clock.now();
  await store.journal.commit("store.tidy", [
    { type: "facts.expire", now: timestamp(now) },
    // An upload may take a while before a file has its content.
    { type: "blobs.sweep", before: timestamp(now - HOUR_MS) },
  ]);
}
