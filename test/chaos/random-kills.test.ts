import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { longTest } from "../runs.ts";
import { createClient } from "./client.ts";
import { type FickleServer, startFickleServer } from "./fickle.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { judge } from "./judge.ts";
import { addAgent, LOAD_STEPS, startLoad } from "./load.ts";
import type { Member } from "./member.ts";
import { createRandom } from "./random.ts";

const isLong = process.env.MODE === "chaos";
const KILLS = Number(process.env.CHAOS_KILLS ?? (isLong ? 100 : 3));
const CLIENTS = isLong ? 6 : 2;
// Kills that follow this closely leave a turn no time for a step: it is no fault of the turn.
const LIMITS = { takeovers_per_turn: 1_000 };
const seed = process.env.CHAOS_SEED ?? String(Math.floor(Math.random() * 1e9));

test("SQLite: a server killed at random instants loses nothing and does nothing twice", async () => {
  const fickle = await startFickleServer();
  const fleet = createFleet({
    steps: LOAD_STEPS,
    fickle,
    limits: LIMITS,
    env: { VICTIM_DAWDLES_MS: "30" },
  });
  fleet.server();
  await hunt("SQLite", fleet, fickle);
}, 600_000);

longTest(
  "PostgreSQL: two servers and three workers killed at random instants lose nothing and do nothing twice",
  async () => {
    // The short run does not wait for the usual lease after each kill.
    const lease: Record<string, string> = isLong ? {} : { VICTIM_LEASE_MS: "3000" };
    const env = { VICTIM_DAWDLES_MS: "30", ...lease };
    const fickle = await startFickleServer();
    const fleet = createFleet({
      database: await emptySchema(),
      steps: LOAD_STEPS,
      fickle,
      limits: LIMITS,
      env,
    });
    fleet.server();
    fleet.server({ VICTIM_IDLE: "1" });
    for (let worker = 0; worker < 3; worker++) fleet.worker();
    await hunt("PostgreSQL", fleet, fickle);
  },
  900_000,
);

async function hunt(name: string, fleet: Fleet, fickle: FickleServer): Promise<void> {
  const random = createRandom(seed);
  const startedAt = performance.now();
  try {
    let starts = 0;
    const seeded = () => ({ VICTIM_SEED: `${seed}-${++starts}` });
    const client = createClient(fleet, random);
    const [first, ...others] = fleet.members;
    await first?.start(seeded());
    // Who starts later knows the capability: who runs already hears of it within seconds.
    const agentId = await addAgent(first, fickle);
    await Promise.all(others.map((member) => member.start(seeded())));
    const load = startLoad(client, agentId, CLIENTS);
    let kills = 0;
    const dead = new Set<Member>();
    const killer = async () => {
      while (kills < KILLS) {
        await delay(100 + random() * 700);
        const alive = fleet.members.filter((member) => !dead.has(member));
        const member = alive[Math.floor(random() * alive.length)];
        if (!member || kills >= KILLS) continue;
        kills += 1;
        dead.add(member);
        await member.kill();
        await delay(random() * 200);
        await member.start(seeded());
        dead.delete(member);
      }
    };
    // Where there are several, two may be dead at once.
    await Promise.all(fleet.members.length > 1 ? [killer(), killer()] : [killer()]);
    await load.stop();
    const { faults, calls, asked } = await judge(fleet, client, load);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    process.stdout.write(
      `${name}, seed ${seed}: ${KILLS} kills in ${seconds} s, ${load.sessions.size} sessions, ` +
        `${load.messages()} messages, ${calls} calls, ${fleet.lines().length} effects, ` +
        `${asked} unknown effects of turns, ${client.reconciles()} questions answered, turns of ${load.turnTimes()}\n`,
    );
    expect(faults).toEqual([]);
    expect(load.messages()).toBeGreaterThan(0);
  } catch (error) {
    for (const member of fleet.members) process.stdout.write(`${member.errors().slice(-1_500)}\n`);
    throw error;
  } finally {
    await fleet.close();
    fickle.close();
  }
}
