import { expect, test } from "vitest";
import { queueContract } from "../../../testing/queue-contract.ts";
import { createEmbeddedQueue } from "./embedded-queue.ts";

queueContract("the embedded queue", () => createEmbeddedQueue());

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
