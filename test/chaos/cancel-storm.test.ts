import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { IS_LONG } from "../runs.ts";
import { type Round, type Storm, watchStorm } from "./watch-storm.ts";

const ms = (max: number) => fc.integer({ min: 0, max });

const fault: fc.Arbitrary<Round["fault"]> = fc.oneof(
  { arbitrary: fc.constant(null), weight: 2 },
  fc.record({
    kind: fc.constantFrom("unavailable" as const, "lost" as const),
    at: fc.constantFrom("before" as const, "after" as const),
    after: fc.nat(6),
  }),
  // A conflict that is told after the commit would be no conflict.
  fc.record({
    kind: fc.constant("conflict" as const),
    at: fc.constant("before" as const),
    after: fc.nat(6),
  }),
);

const round: fc.Arbitrary<Round> = fc.record({
  calls: fc.array(fc.oneof(fc.constant(0), ms(4)), { minLength: 1, maxLength: 8 }),
  waitMs: ms(20),
  by: fc.constantFrom("first" as const, "second" as const),
  fault,
});

type Place = () => Promise<Pick<Storm, "url" | "file" | "atOnce">>;

/** Throws when the event loop stands still, or a turn comes to no end. */
async function survives(seed: number, runs: number, cancels: number, open: Place): Promise<void> {
  const length = cancels / runs;
  const storms = fc.array(round, { minLength: length, maxLength: length, size: "max" });
  let failed = 0;
  const property = fc.asyncProperty(storms, async (rounds) => {
    const states = await watchStorm({ ...(await open()), rounds });
    // A busy machine may leave no turn the time to complete.
    expect(["completed", "failed"]).toEqual(expect.arrayContaining([...states.keys()]));
    failed += states.get("failed") ?? 0;
  });
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  expect(failed).toBeGreaterThan(0);
}

test("F01: SQLite: a turn that is ended at any instant, by anyone, never stops the event loop", async () => {
  await survives(1, IS_LONG ? 10 : 2, IS_LONG ? 2_000 : 150, async () => {
    const folder = mkdtempSync(join(tmpdir(), "capstan-storm-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return { file: join(folder, "capstan.db"), atOnce: 2 };
  });
}, 600_000);

test("F01: PostgreSQL: nor one that another process ends", async () => {
  const runs = IS_LONG ? 10 : 2;
  await survives(2, runs, IS_LONG ? 2_000 : 80, async () => ({
    url: await emptySchema(),
    atOnce: 4,
  }));
}, 600_000);
