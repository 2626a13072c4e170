import type { Engine } from "../engine/engine.ts";
import { settleOrphans } from "../engine/recover.ts";
import type { HubParts } from "../features/hub/installs/hub-parts.ts";
import type { OpenMcp } from "../features/mcp/servers/open-mcp.ts";
import { MANIFEST_SOURCE } from "../schema/custom-capability.ts";
import { FolderKind, folderSource } from "../schema/installed-folder.ts";
import { PACK_SOURCE } from "../schema/pack.ts";
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
    mcp,
    withdrawn,
  }: {
    readonly liveness: ReturnType<typeof createLiveness>;
    readonly mcp: OpenMcp;
    readonly withdrawn: HubParts["withdrawn"];
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
  return [
    repeat(liveness.everyMs, () => liveness.beat(), report),
    repeat(HALT_MS, followHalt, report),
    repeat(ACCESS_MS, () => gate.access.refresh(), report),
    repeat(SECRETS_MS, () => gate.secrets.refresh(), report),
    repeat(SECRETS_MS, () => engine.serverModel.refresh(), report),
    repeat(SECRETS_MS, () => withdrawn.refresh(), report),
    repeat(PEOPLE_MS, () => gate.people.refresh(), report),
    repeat(CATALOG_MS, () => gate.catalog.refresh(MANIFEST_SOURCE), report),
    repeat(CATALOG_MS, () => mcp.sync(gate.catalog), report),
    repeat(CATALOG_MS, () => gate.catalog.refresh(PACK_SOURCE), report),
    repeat(CATALOG_MS, () => gate.catalog.refresh(folderSource("ext")), report),
    ...FolderKind.options.map((kind) =>
      repeat(CATALOG_MS, () => gate.catalog.refresh(folderSource(kind)), report),
    ),
    repeat(ORPHANS_MS, () => settleOrphans(engine), report),
  ];
}
