import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { spawnQueueProcess } from "../../../../rig/spawn-queue-process.ts";
import { runs } from "../../../../test/runs.ts";
import { queueContract } from "../../../testing/queue-contract.ts";
import { queueFleetContract } from "../../../testing/queue-fleet-contract.ts";
import { checkQueueModel, type ModelPlace } from "../testing/queue-model.ts";
import { createEmbeddedQueue } from "./embedded-queue.ts";

queueContract("the embedded queue", () => createEmbeddedQueue());

queueFleetContract("the embedded queue", false, async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-queue-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const leaseMs = 0;
  return { leaseMs, start: (options) => spawnQueueProcess({ ...options, folder, leaseMs }) };
});

test("F08, F09: forgets nothing and works on nothing twice, whatever its process dies of", async () => {
  const place = async (): Promise<ModelPlace> => ({
    processes: 1,
    recovers: true,
    faults: {},
    open: () => ({ queue: createEmbeddedQueue(3), cutOff() {}, async bury() {} }),
  });
  await checkQueueModel(place, { ...runs(100, 2_000), seed: 8 });
}, 300_000);

test("no more sessions than its concurrency are worked on at once; the others wait", async () => {
  const queue = createEmbeddedQueue(2);
  const ends: (() => void)[] = [];
  const started: string[] = [];
  queue.start((session) => {
    started.push(session);
    return new Promise((resolve) => ends.push(resolve));
  });
  for (const session of ["a", "b", "c", "d"]) queue.push(session);
  expect(started).toEqual(["a", "b"]);
  ends[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(started).toEqual(["a", "b", "c"]);
  const stopped = queue.stop();
  for (const end of ends) end();
  await stopped;
  expect(started).toEqual(["a", "b", "c"]);
});

test("what waits does not keep a queue busy that was not started", () => {
  const queue = createEmbeddedQueue();
  queue.push("a");
  expect(queue.busy).toBe(false);
});
