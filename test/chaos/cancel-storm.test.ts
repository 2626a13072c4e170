import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { IS_LONG } from "../runs.ts";
import { watchStorm } from "./watch-storm.ts";

const cancels = IS_LONG ? 2_000 : 150;

test("F01: a turn that is cancelled at any instant never stops the event loop", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-storm-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "capstan.db");
  const states = await watchStorm({ file, seed: "sqlite", cancels, atOnce: 2 });
  expectAtRest(states);
}, 300_000);

test("F01: nor one that another process ends", async () => {
  const states = await watchStorm({
    url: await emptySchema(),
    seed: "postgres",
    cancels: IS_LONG ? 2_000 : 60,
    atOnce: 4,
  });
  expectAtRest(states);
}, 300_000);

/** A busy machine may leave no turn the time to complete. */
function expectAtRest(states: ReadonlyMap<string, number>): void {
  expect(["completed", "failed"]).toEqual(expect.arrayContaining([...states.keys()]));
  expect(states.get("failed")).toBeGreaterThan(0);
}
