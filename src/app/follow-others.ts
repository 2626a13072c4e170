import type { Engine } from "../engine/engine.ts";
import { settleOrphans } from "../engine/recover.ts";
import type { Feature } from "../features/feature.ts";
import type { createLiveness } from "./liveness.ts";
import { repeat } from "./repeat.ts";

const HALT_MS = 500;
const ACCESS_MS = 1_000;
const SECRETS_MS = 2_000;
const PEOPLE_MS = 2_000;
const CATALOG_MS = 5_000;
const ORPHANS_MS = 5_000;

/** What others who share the store have changed reaches this process, and what they left is settled. */
export function followOthers(
  engine: Engine,
  {
    liveness,
    features,
  }: {
    readonly liveness: ReturnType<typeof createLiveness>;
    readonly features: readonly Feature[];
  },
  report: (error: unknown) => void,
): (() => Promise<void>)[] {
  const { gate, queue } = engine;
  const followHalt = async () => {
    const before = gate.halt.current();
    gate.halt.follow(await gate.store.system.halt());
    const now = gate.halt.current();
    // Set elsewhere: turns stay where they are.
    if (now && !before) for (const turn of engine.turns.values()) turn.abort();
    if (now || !before) return;
    // Lifted elsewhere: what was left standing goes on.
    for (const sessionId of await gate.store.sessions.listUnfinished()) queue.push(sessionId);
  };
  const refreshes = features.flatMap(({ refresh }) => refresh ?? []);
  const syncs = features.flatMap(({ sync }) => sync ?? []);
  // Code in this process is what it was.
  const sources = features.flatMap(({ sources = [] }) =>
    sources.filter(({ kind }) => kind !== "builtin"),
  );
  return [
    repeat(liveness.everyMs, () => liveness.beat(), report),
    repeat(HALT_MS, followHalt, report),
    repeat(ACCESS_MS, () => gate.access.refresh(), report),
    repeat(SECRETS_MS, () => gate.secrets.refresh(), report),
    repeat(SECRETS_MS, () => engine.serverModel.refresh(), report),
    ...refreshes.map((refresh) => repeat(SECRETS_MS, refresh, report)),
    repeat(PEOPLE_MS, () => gate.people.refresh(), report),
    ...syncs.map((sync) => repeat(CATALOG_MS, () => sync(gate.catalog), report)),
    ...sources.map(({ id }) => repeat(CATALOG_MS, () => gate.catalog.refresh(id), report)),
    repeat(ORPHANS_MS, () => settleOrphans(engine), report),
  ];
}
