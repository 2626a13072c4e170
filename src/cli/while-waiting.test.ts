import { afterEach, expect, test, vi } from "vitest";
import { whileWaiting } from "./while-waiting.ts";

afterEach(() => vi.useRealTimers());

test("what takes more than a second is told once, and what is quick is not", async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const io = { err: (text: string) => void said.push(text), errWidth: 80 };
  const wait = (ms: number) =>
    whileWaiting({ io }, `Waiting ${ms} ms`, new Promise((end) => setTimeout(end, ms)));
  const both = Promise.all([wait(900), wait(5_000)]);
  await vi.advanceTimersByTimeAsync(6_000);
  await both;
  expect(said.join("")).toContain("Waiting 5000 ms");
  expect(said.join("")).not.toContain("Waiting 900 ms");
  expect(said).toHaveLength(1);
});
