import { describe, expect, test } from "vitest";
import { createPrey, type Prey } from "./prey.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";

/** So many kills are done by one home before another has started. */
const ALONE = 4;

/** Between these two an effect may or may not have happened, and only here a person is asked. */
const MAY_HAVE_STARTED = /^(commit call\.claim: after|execute|commit call\.record: before)/;

describe.each(SCENARIOS)("$name, killed with kill -9 at every step", (scenario) => {
  test("ends as if nothing had happened, or asks what only a person can know", async () => {
    const [first, second] = [createPrey(scenario), createPrey(scenario)];
    try {
      await first.start();
      const calm = await undisturbed(first, scenario);
      expect(calm.points.length).toBeGreaterThan(3);
      expect(calm.lines).toBe(scenario.lines);

      const indexes = indexesToKillAt(calm.points);
      const hunt = async (prey: Prey) => {
        for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) {
          const killedAt = calm.points[index] ?? "";
          // The first of its kind by its name: a slow machine may pass one more before it.
          const isFirst = calm.points.indexOf(killedAt) === index;
          const after = await killedAtPoint(prey, scenario, isFirst ? killedAt : index + 1);
          expect.soft({ killedAt, ...after }).toEqual({
            killedAt,
            signal: "SIGKILL",
            point: killedAt,
            ended: calm.ended,
            lines: scenario.lines,
            audit: true,
            gaps: [],
            askedOnlyIfUnknown: true,
            askedIfFickle: true,
          });
        }
      };
      const help = async () => {
        await second.start();
        await hunt(second);
      };
      await Promise.all([hunt(first), indexes.length > ALONE && help()]);
    } finally {
      first.close();
      second.close();
    }
  }, 90_000);
});

const killed = new Set<string>();
const USUALLY = 1;

/**
 * A kind of step that no scenario before it was killed at, around an effect if there is one;
 * `npm run chaos` takes every single one.
 */
function indexesToKillAt(points: readonly string[]): number[] {
  const all = [...points.keys()];
  if (process.env.MODE === "chaos") return all;
  const isEarlier = (index: number) => points.indexOf(points[index] ?? "") < index;
  const fresh = all.filter((index) => !isEarlier(index) && !killed.has(points[index] ?? ""));
  const aroundEffect = (index: number) => Number(MAY_HAVE_STARTED.test(points[index] ?? ""));
  const chosen = fresh.sort((a, b) => aroundEffect(b) - aroundEffect(a)).slice(0, USUALLY);
  for (const index of chosen) killed.add(points[index] ?? "");
  return chosen.sort((a, b) => a - b);
}

async function undisturbed(prey: Prey, scenario: Scenario) {
  const { ended } = await scenario.run(prey);
  return { ended, points: prey.points(), lines: prey.lines().length };
}

/** The server that brought the last crash to its end is the one that is killed next. */
async function killedAtPoint(prey: Prey, scenario: Scenario, at: number | string) {
  await prey.nextRound(at);
  await scenario.run(prey).catch(() => {});
  const signal = await prey.death();
  const point = prey.points().at(-1) ?? "";
  await prey.start();
  const { ended, reconciled } = await scenario.run(prey);
  const unknown = scenario.reconciles && MAY_HAVE_STARTED.test(point);
  const { items } = await prey.ask<{ items: { type: string }[] }>("GET", "/v1/audit?limit=2000");
  const asked = items.filter(({ type }) => type === "invocation.interrupted").length;
  return {
    signal,
    point,
    ended,
    lines: distinct(prey),
    audit: (await prey.ask<{ ok: boolean }>("GET", "/v1/audit/verify")).ok,
    gaps: await gaps(prey),
    askedOnlyIfUnknown: scenario.isFickle || unknown || !reconciled,
    // In each round so far, and in the one without a kill.
    askedIfFickle: !scenario.isFickle || asked > prey.rounds(),
  };
}

/** An idempotent tool recognises its key: the same line twice is one effect. */
function distinct(prey: Prey): number {
  const lines = prey.lines();
  const isIdempotent = lines.every((line) => line.startsWith("append_idempotent"));
  return isIdempotent ? new Set(lines).size : lines.length;
}

/** Sequence numbers that are missing in a session's events. */
async function gaps(prey: Prey): Promise<number[]> {
  const { items: sessions } = await prey.ask<{ items: { id: string }[] }>("GET", "/v1/sessions");
  const missing: number[] = [];
  for (const { id } of sessions) {
    const { items } = await prey.ask<{ items: { sequence: number }[] }>(
      "GET",
      `/v1/sessions/${id}/events?limit=2000`,
    );
    items.forEach(({ sequence }, index) => {
      if (sequence !== index + 1) missing.push(index + 1);
    });
  }
  return missing;
}
