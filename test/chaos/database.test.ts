import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../../rig/postgres.ts";
import { createClient } from "./client.ts";
import { startFickleServer } from "./fickle.ts";
import { createFleet } from "./fleet.ts";
import { judge } from "./judge.ts";
import { addAgent, LOAD_STEPS, startLoad } from "./load.ts";
import { createRandom } from "./random.ts";

const isLong = process.env.MODE === "chaos";
const TIMES = isLong ? 15 : 2;
const seed = process.env.CHAOS_SEED ?? String(Math.floor(Math.random() * 1e9));

/** Load on a server and two workers, none of which dies, while something happens to the database. */
async function underLoad(what: string, disturb: (postgres: PostgresServer) => Promise<void>) {
  const postgres = await startPostgres({ fsync: true });
  const env = { VICTIM_DAWDLES_MS: "30" };
  const fickle = await startFickleServer();
  const fleet = createFleet({ database: postgres.url, steps: LOAD_STEPS, fickle, env });
  try {
    const server = fleet.server();
    await server.start({ VICTIM_SEED: seed });
    const agentId = await addAgent(server, fickle);
    for (const member of [fleet.server({ VICTIM_IDLE: "1" }), fleet.worker()])
      await member.start({ VICTIM_SEED: seed });
    const client = createClient(fleet, createRandom(seed));
    const load = startLoad(client, agentId, isLong ? 6 : 3);
    for (let time = 0; time < TIMES; time++) {
      await delay(1_000);
      await disturb(postgres);
    }
    await delay(500);
    await load.stop();
    const { faults, calls, asked } = await judge(fleet, client, load);
    process.stdout.write(
      `${what} ${TIMES} times, seed ${seed}: ${load.messages()} messages, ${calls} calls, ` +
        `${asked} unknown effects asked about\n`,
    );
    expect(faults).toEqual([]);
    const ready = await fetch(`${server.url()}/readyz`, { signal: AbortSignal.timeout(5_000) });
    expect(ready.status).toBe(200);
  } finally {
    await fleet.close();
    fickle.close();
    await postgres.stop();
  }
}

test.runIf(isLong)(
  "PostgreSQL crashes and comes back (npm run chaos): nothing is lost, nothing runs twice",
  async () => {
    await underLoad("crashed", async (postgres) => {
      await postgres.crash();
      await delay(300);
      await postgres.start();
    });
  },
  180_000,
);

test("every connection to PostgreSQL is cut: nothing is lost, nothing runs twice", async () => {
  await underLoad("cut", async ({ url }) => {
    const admin = new Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'capstan'",
    );
    await admin.end();
  });
}, 180_000);
