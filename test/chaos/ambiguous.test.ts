import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { longTest } from "../runs.ts";
import { createClient } from "./client.ts";
import { startFickleServer } from "./fickle.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { judge } from "./judge.ts";
import { addAgent, LOAD_STEPS, startLoad } from "./load.ts";
import { ADMIN_KEY, type Member } from "./member.ts";
import { createRandom } from "./random.ts";

// Nobody dies here: requests are cut or get no answer, tools run out of time, turns are cancelled in
// the middle of an effect, and an admin halts everything again and again. Who dies beside all that is
// in random-kills.test.ts, which has the same load.
const isLong = process.env.MODE === "chaos";
const HALTS = isLong ? 60 : 3;
const CLIENTS = isLong ? 6 : 2;
const seed = process.env.CHAOS_SEED ?? String(Math.floor(Math.random() * 1e9));

test("SQLite: every effect that is cut, out of time, cancelled or halted is asked about, and none runs twice", async () => {
  const fickle = await startFickleServer();
  const fleet = createFleet({ steps: LOAD_STEPS, fickle, env: { VICTIM_DAWDLES_MS: "30" } });
  fleet.server();
  await disturb("SQLite", fleet, fickle);
}, 300_000);

longTest(
  "PostgreSQL: so it is with two servers and a worker, halted from any of them",
  async () => {
    const fickle = await startFickleServer();
    const env = { VICTIM_DAWDLES_MS: "30" };
    const fleet = createFleet({ database: await emptySchema(), steps: LOAD_STEPS, fickle, env });
    fleet.server();
    fleet.server();
    fleet.worker();
    await disturb("PostgreSQL", fleet, fickle);
  },
  300_000,
);

async function disturb(
  name: string,
  fleet: Fleet,
  fickle: Awaited<ReturnType<typeof startFickleServer>>,
): Promise<void> {
  const random = createRandom(seed);
  try {
    const [first, ...others] = fleet.members;
    await first?.start({ VICTIM_SEED: seed });
    const agentId = await addAgent(first, fickle);
    await Promise.all(others.map((member, nth) => member.start({ VICTIM_SEED: `${seed}-${nth}` })));
    const client = createClient(fleet, random);
    const load = startLoad(client, agentId, CLIENTS);
    const servers = fleet.servers();
    const anyone = () => servers[Math.floor(random() * servers.length)] as Member;
    for (let halt = 0; halt < HALTS; halt++) {
      await delay(300 + random() * 1_200);
      await anyone().ask("POST", "/v1/halt", { reason: "test" }, ADMIN_KEY);
      // Half a second is how soon others have heard of it.
      await delay(random() * 900);
      await anyone().ask("DELETE", "/v1/halt", undefined, ADMIN_KEY);
    }
    await load.stop();
    const { faults, calls, asked } = await judge(fleet, client, load);
    process.stdout.write(
      `${name}, seed ${seed}: ${HALTS} halts, ${load.messages()} messages, ${calls} calls, ` +
        `${fleet.lines().length} effects, ${asked} unknown effects of turns, ` +
        `${client.reconciles()} questions answered\n`,
    );
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(3);
  } finally {
    await fleet.close();
    fickle.close();
  }
}
