import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createInOrder } from "./in-order.ts";

function open(patienceMs = 5_000) {
  const inOrder = createInOrder(patienceMs);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, ...keys: string[]) =>
    inOrder(keys, async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await setTimeout();
  };
  return { log, start, end, inOrder };
}

test("work that shares a key waits for it, other work does not", async () => {
  const { log, start, end } = open();
  const all = [start("a1", "a"), start("a2", "a"), start("b1", "b"), start("ab", "a", "b")];
  await setTimeout();
  expect(log).toEqual(["a1", "b1"]);
  await end("a1");
  expect(log).toEqual(["a1", "b1", "a2"]);
  await end("a2");
  expect(log).toEqual(["a1", "b1", "a2"]);
  await end("b1");
  expect(log).toEqual(["a1", "b1", "a2", "ab"]);
  await end("ab");
  await Promise.all(all);
});

test("what fails lets the next one go on", async () => {
  const { inOrder } = open();
  const failing = inOrder(["a"], () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await inOrder(["a"], async () => 1)).toBe(1);
});

test("who waits too long is told, and overtakes nobody", async () => {
  const { log, start, end } = open(20);
  const first = start("first", "a");
  const second = start("second", "a");
  await expect(second).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
  const third = start("third", "a");
  await setTimeout();
  expect(log).toEqual(["first"]);
  await end("first");
  expect(log).toEqual(["first", "third"]);
  await end("third");
  await Promise.all([first, third]);
});
