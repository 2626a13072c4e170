import { timestamp } from "../base/clock.ts";
import { isConflict } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { eraseSession } from "../engine/sessions/erase-session.ts";
import type { Feature } from "../features/feature.ts";
import type { Actor } from "../schema/actor.ts";

const HOUR_MS = 3_600_000;
/** How long a client may come back for a call that a person was asked about. */
const AWAITED_MS = 30 * 24 * HOUR_MS;
const SYSTEM: Actor = { id: "system", scopes: [] };

const OLDEST = 200;

/** Sessions that nobody has touched for as long as the owner wants to keep them. */
async function eraseOld(engine: Engine, now: number): Promise<void> {
  const { keepSessionsMs } = engine.limits;
  if (keepSessionsMs === null) return;
  const { sessions } = engine.gate.store;
  const { total } = await sessions.list({ limit: 1, offset: 0 });
  const { items } = await sessions.list({ limit: OLDEST, offset: Math.max(0, total - OLDEST) });
  const until = timestamp(now - keepSessionsMs);
  for (const { id } of items.filter(({ updatedAt }) => updatedAt < until)) {
    // One that waits for somebody stays until it was answered.
    await eraseSession(engine, id, SYSTEM).catch(ignoreConflict);
  }
}

function ignoreConflict(error: unknown): void {
  if (!isConflict(error)) throw error;
}

/**
 * Takes away what nobody can reach any more: expired facts, bundles that nobody uses with what was laid
 * out of them, contents that no file and no bundle has, folders of sessions that are gone, and packages
 * that were not used for a month.
 */
export async function tidy(engine: Engine, features: readonly Feature[]): Promise<void> {
  const { store, clock } = engine.gate;
  const now = clock.now();
  await eraseOld(engine, now);
  await store.journal.commit("store.tidy", [
    { type: "facts.expire", now: timestamp(now) },
    { type: "awaited.expire", before: timestamp(now - AWAITED_MS) },
    // A loader may take a while to use what it took in, an upload before a file has its content.
    { type: "bundles.sweep", before: timestamp(now - HOUR_MS) },
    { type: "blobs.sweep", before: timestamp(now - HOUR_MS) },
  ]);
  for (const { tidy } of features) await tidy?.();
  await engine.workspaces.tidy();
}
