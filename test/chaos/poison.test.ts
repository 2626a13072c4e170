import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { createFleet } from "./fleet.ts";
import type { Env, Member } from "./member.ts";
import { eventually, look, openWitnessSession, say } from "./witness-session.ts";

// An idempotent call runs again by itself: nothing but the count ends its turn.
const STEPS = [
  { tool_calls: [{ name: "append_idempotent", input: { line: "x" } }] },
  { text: "done" },
];
const DIES: Env = { VICTIM_HALTS_AT: "execute: written" };
const LIMIT_MS = 120_000;

/** It may die before it says that it is ready. */
async function startAndDie(member: Member): Promise<void> {
  await member.start(DIES).catch(() => {});
  await member.death();
}

async function expectPoisoned(server: Member, sessionId: string): Promise<void> {
  await eventually("the turn ends", 30_000, async () => {
    return (await look(server, sessionId)).state === "failed";
  });
  expect(await look(server, sessionId)).toMatchObject({ error: { code: "TURN_POISONED" } });
  await say(server, sessionId);
  await eventually("the next turn ends", 30_000, async () => {
    const { state, turn } = await look(server, sessionId);
    return turn === 2 && state === "completed";
  });
}

test(
  "F09: SQLite: a turn that kills its server at each start ends, and the session goes on",
  async () => {
    const fleet = createFleet({ steps: STEPS });
    try {
      const server = fleet.server();
      await server.start(DIES);
      const sessionId = await openWitnessSession(server);
      await say(server, sessionId).catch(() => {});
      await server.death();
      await startAndDie(server);
      await startAndDie(server);
      expect(fleet.lines()).toHaveLength(3);
      await server.start();
      await expectPoisoned(server, sessionId);
      expect(fleet.lines()).toHaveLength(3);
    } finally {
      await fleet.close();
    }
  },
  LIMIT_MS,
);

test(
  "F09: PostgreSQL: a turn that kills each worker that takes it over ends",
  async () => {
    const env = { VICTIM_LEASE_MS: "1500" };
    const fleet = createFleet({ database: await emptySchema(), steps: STEPS, env });
    try {
      const server = fleet.server({ VICTIM_IDLE: "1" });
      const workers = [fleet.worker(), fleet.worker(), fleet.worker()];
      await Promise.all([server.start(), workers[0]?.start(DIES)]);
      const sessionId = await openWitnessSession(server);
      await say(server, sessionId);
      await workers[0]?.death();
      for (const worker of workers.slice(1)) await startAndDie(worker);
      expect(fleet.lines()).toHaveLength(3);
      await fleet.worker().start();
      await expectPoisoned(server, sessionId);
      expect(fleet.lines()).toHaveLength(3);
    } finally {
      await fleet.close();
    }
  },
  LIMIT_MS,
);

test(
  "F09: a long call that deploys move around is not counted",
  async () => {
    const fleet = createFleet({ steps: STEPS, env: { VICTIM_EXECUTES_MS: "60000" } });
    try {
      const server = fleet.server();
      await server.start();
      const sessionId = await openWitnessSession(server);
      await say(server, sessionId);
      for (let deploy = 1; deploy <= 4; deploy++) {
        const isUnderWay = () => fleet.lines().length === deploy;
        await eventually("the call is under way", 20_000, isUnderWay);
        server.signal("SIGTERM");
        // It waits for the call. Its supervisor does not wait as long.
        await delay(1_500);
        await server.kill();
        await server.start({ VICTIM_EXECUTES_MS: deploy < 4 ? "60000" : "0" });
      }
      await eventually("the turn ends", 30_000, async () => {
        return (await look(server, sessionId)).state === "completed";
      });
    } finally {
      await fleet.close();
    }
  },
  LIMIT_MS,
);
