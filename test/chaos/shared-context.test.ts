import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { longTest } from "../runs.ts";
import { createFleet } from "./fleet.ts";
import { installPlayed, MAY_PLAY } from "./install-played.ts";
import { KEY } from "./member.ts";

const run = promisify(execFile);
const TAKE_TURNS = join(import.meta.dirname, "take-turns.ts");
const PROCESSES = 4;
const LATE_MS = 25;

type Memory = {
  version: number;
  facts: { bucket: string; key: string; value: number }[];
};

type Told = { conflicts: number; late: number };

/** Four processes that take turns of one context: each through its own server where there are several. */
async function takeTurns(turns: number, database?: string, startWithinMs = 800) {
  const fleet = createFleet({
    steps: [],
    settings: MAY_PLAY,
    startWithinMs,
    ...(database && { database }),
  });
  try {
    const first = fleet.server();
    await first.start();
    await installPlayed(first, "counter");
    if (database) {
      const others = Array.from({ length: PROCESSES - 1 }, () => fleet.server());
      await Promise.all(others.map((server) => server.start()));
    }
    const servers = fleet.servers();
    const began = performance.now();
    const all = await Promise.all(
      Array.from({ length: PROCESSES }, (_, n) => {
        const url = (servers[n] ?? first).url();
        const argv = [TAKE_TURNS, url, KEY, String(turns / PROCESSES)];
        // Nothing of ours: a proxy in it would stand between them and the server.
        return run(process.execPath, argv, { env: {} });
      }),
    );
    const seconds = (performance.now() - began) / 1_000;
    const told = all.map(({ stdout }): Told => JSON.parse(stdout));
    const conflicts = told.reduce((sum, { conflicts }) => sum + conflicts, 0);
    const late = told.reduce((sum, { late }) => sum + late, 0);
    process.stdout.write(
      `${turns} turns in ${seconds.toFixed(1)} s, ${conflicts} conflicts, ${late} late\n`,
    );
    const memory = await first.ask<Memory>("GET", "/v1/contexts/shared");
    // Each number once and in order: no effect was doubled, none was lost, and none overtook another.
    expect(fleet.lines()).toEqual(Array.from({ length: turns }, (_, n) => `count ${n + 1}`));
    expect(memory.version).toBe(turns);
    expect(memory.facts).toContainEqual(
      expect.objectContaining({ bucket: "count", key: "n", value: turns }),
    );
    // Without any the processes did not meet.
    expect(conflicts).toBeGreaterThan(0);
    return { late };
  } finally {
    await fleet.close();
  }
}

test(
  "S36, S41, S53: 16 turns on one context from four processes lose nothing and do nothing twice",
  async () => void (await takeTurns(16)),
  60_000,
);

longTest(
  "S41, S53: 200 turns on one context from four processes and one server, on SQLite",
  async () => void (await takeTurns(200)),
  300_000,
);

longTest(
  "S36, S41, S53: 200 turns on one context through four servers on one PostgreSQL",
  async () => void (await takeTurns(200, await emptySchema())),
  300_000,
);

longTest(
  "S36, S53: many of 60 turns through four servers come too late to start, and none is lost or done twice",
  async () => {
    // Less than some commits take, on a machine where four servers share two cores.
    const { late } = await takeTurns(60, await emptySchema(), LATE_MS);
    expect(late).toBeGreaterThan(0);
  },
  300_000,
);
