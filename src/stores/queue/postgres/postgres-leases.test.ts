import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { emptySchema } from "../../../../rig/shared-postgres.ts";
import { openLink } from "./link.ts";
import { createPostgresLeases } from "./postgres-leases.ts";
import { createPostgresQueue } from "./postgres-queue.ts";

const NAME = "system:test";

function openFor(url: string) {
  const link = openLink(url);
  onTestFinished(() => link.close());
  return link;
}

test("F09: one process at a time holds a lease, until it is given back", async () => {
  const url = await emptySchema();
  const [one, other] = [1, 2].map(() => createPostgresLeases(openFor(url)));
  if (!one || !other) throw new Error("There are two.");
  expect(await one.claim(NAME)).toBe(true);
  expect(await other.claim(NAME)).toBe(false);
  expect(await one.claim(NAME)).toBe(true);
  await other.release(NAME);
  expect(await other.claim(NAME)).toBe(false);
  expect(await other.claim("system:other")).toBe(true);
  await one.release(NAME);
  expect(await other.claim(NAME)).toBe(true);
});

test("F09: a lease that is not prolonged is free, and no queue takes it for a session", async () => {
  const url = await emptySchema();
  const dead = createPostgresLeases(openFor(url), 50);
  await dead.claim(NAME);
  const taken: string[] = [];
  const queue = createPostgresQueue(openFor(url));
  onTestFinished(() => queue.stop());
  queue.start(async (session) => void taken.push(session));
  await delay(100);
  queue.push("a");
  await vi.waitFor(() => expect(taken).toEqual(["a"]), { timeout: 5_000 });
  expect(await createPostgresLeases(openFor(url)).claim(NAME)).toBe(true);
});
