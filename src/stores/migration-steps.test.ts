import { expect, test, vi } from "vitest";
import { tellSteps } from "./migration-steps.ts";

test("F15: of an upgrade that takes long every further part is told, of a short one none", () => {
  const steps = ["a", "b", "c"].map((says) => ({ says: `the ${says}`, sql: says }));
  const told: string[] = [];
  expect([...tellSteps(steps, (line) => told.push(line))]).toEqual(["a", "b", "c"]);
  expect(told).toEqual([]);
  const now = vi.spyOn(performance, "now");
  let ms = 0;
  now.mockImplementation(() => ms);
  for (const _ of tellSteps(steps, (line) => told.push(line))) ms += 1_500;
  now.mockRestore();
  expect(told).toEqual([
    "Upgrading the database, part 2 of 3: the b.",
    "Upgrading the database, part 3 of 3: the c.",
  ]);
});
