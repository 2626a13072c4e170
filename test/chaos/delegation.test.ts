import { expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { createFleet } from "./fleet.ts";
import { installPlayed, MAY_PLAY } from "./install-played.ts";
import { eventually } from "./witness-session.ts";

type Memory = {
  state: string;
  version: number;
  events: { type: string }[];
  children: { state: string; is_delivered: boolean }[];
};

/** Where the process dies that has the parent's first turn, and what the other one is left with. */
const DEATHS = [
  { when: "before anybody took it", point: "commit delegation.put: before" },
  { when: "before the child's turn", point: "play worker 1: before" },
  { when: "after the child's turn, before the parent hears of it", point: "play boss 2: before" },
];

for (const { when, point } of DEATHS) {
  test(`S31, S50, X33: what is handed over in a process that is killed ${when} comes back once, in another`, async () => {
    const database = await emptySchema();
    const fleet = createFleet({
      database,
      steps: [],
      settings: MAY_PLAY,
      startWithinMs: 30_000,
    });
    try {
      const first = fleet.server();
      await first.start({ VICTIM_HALTS_AT: point });
      await installPlayed(first, "boss", "worker");
      const second = fleet.server();
      await second.start();
      const wanted = { context_id: "handed", inputs: {} };
      // The answer may come before its death.
      await first.ask("POST", "/v1/skills/boss/invoke", wanted).catch(() => {});
      await first.death();
      const look = () => second.ask<Memory>("GET", "/v1/contexts/handed");
      await eventually("it is back", 45_000, async () => (await look()).state === "completed");
      expect(fleet.lines()).toEqual(["worked", 'heard {"did":"it"}']);
      const memory = await look();
      expect(memory).toMatchObject({
        version: 2,
        children: [{ state: "completed", is_delivered: true }],
      });
      const types = memory.events.map(({ type }) => type);
      expect(types.filter((type) => type === "response")).toHaveLength(1);
    } finally {
      await fleet.close();
    }
  }, 120_000);
}
